// SPDX-License-Identifier: GPL-3.0-or-later
// Made go.txt: see ../README.md.
package words

import (
	"fmt"
	"strings"
	"testing"
)

func BenchmarkFields(b *testing.B) {
	b.SetBytes(44)
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		strings.Fields("the quick brown fox jumps over the lazy dogs")
	}
}

func BenchmarkRepeat(b *testing.B) {
	for _, n := range []int{1, 100} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				strings.Repeat("x", n)
			}
			b.ReportMetric(float64(n), "letters/op")
		})
	}
}

func BenchmarkSkipped(b *testing.B) { b.Skip("no data") }

func BenchmarkFails(b *testing.B) { b.Fatal("broken") }
