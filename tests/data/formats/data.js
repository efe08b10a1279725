window.BENCHMARK_DATA = {
  "lastUpdate": 1770000000000,
  "repoUrl": "https://example.org/words",
  "entries": {
    "Words": [
      {
        "commit": {
          "author": { "email": "a@example.org", "name": "A", "username": "a" },
          "id": "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c",
          "message": "Read words\n\nWith a longer text.",
          "timestamp": "2026-01-30T01:00:00+01:00"
        },
        "date": 1769810400000,
        "tool": "go",
        "benches": [
          { "name": "Fields", "value": 441, "unit": "ns/op", "extra": "2000 times" },
          { "name": "Fields - B/op", "value": 512, "unit": "B/op" }
        ]
      },
      {
        "commit": {
          "author": { "email": "a@example.org", "name": "A", "username": "a" },
          "id": "1f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c",
          "message": "Count words",
          "timestamp": "2026-01-31T01:00:00+01:00"
        },
        "date": 1769896800000,
        "tool": "go",
        "benches": [
          { "name": "Fields", "value": 450, "unit": "ns/op", "extra": "2000 times" },
          { "name": "Count", "value": 1.5, "unit": "us/iter" }
        ]
      }
    ],
    "Python": [
      {
        "commit": {
          "author": { "name": "B" },
          "id": "1f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c",
          "message": "Count words",
          "timestamp": "2026-01-31T01:00:00+01:00"
        },
        "date": 1769896805000,
        "tool": "pytest",
        "benches": [
          { "name": "test_words", "value": 25000, "unit": "iter/sec", "range": "stddev: 0.0000015", "extra": "mean: 40 usec\nrounds: 24157" }
        ]
      }
    ]
  }
}
