// SPDX-License-Identifier: GPL-3.0-or-later
// Plots over all benchmarks. Each takes the element to draw in, the block "data" and a width, and
// returns its frame, or null where the data has nothing to draw.
var suitePlots = (function () {
	"use strict";

	var known = numbers.known;
	var groups = [["regressed", "slower"], ["improved", "faster"], ["inconclusive", "open"],
		["failed", "slower"], ["error", "slower"], ["warning", "open"]];

	function kind(row) {
		for (var i = 0; i < groups.length; i++)
			if (row.verdict === groups[i][0])
				return groups[i][1];
		return row.moved_far ? "open" : "same";
	}

	function fullName(row) {
		return row.suite ? row.suite + "/" + row.name : row.name;
	}

	function describe(row) {
		return fullName(row) + "\n" + row.verdict + ", " + numbers.change(row.ratio) +
			(known(row.low) ? "\n95 % interval " + numbers.interval(row.low, row.high) : "");
	}

	// The limit of an axis of changes, in ln: nearly all of them lie within it.
	function limitOf(rows, data) {
		var sizes = rows.map(function (row) { return Math.abs(Math.log(row.ratio)); });
		sizes.sort(function (a, b) { return a - b; });
		return Math.max(1.2 * numbers.quantile(sizes, 0.99), 3 * (data.threshold || 0.01), 0.02);
	}

	// By the square root of ln: small changes get more room than large ones.
	function changeScale(limit) {
		return d3.scale.pow().exponent(0.5).domain([-limit, limit]);
	}

	// Round changes whose labels have that much room.
	function changeTicks(room) {
		return function (scale) {
			var limit = scale.domain()[1], kept = [0], last = 0;
			[0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 9, 19, 99].forEach(function (size) {
				var up = Math.log(1 + size), down = size < 0.9 ? Math.log(1 - size) : -up;
				if (up > limit || Math.abs(scale(up) - scale(last)) < room)
					return;
				kept.push(up);
				if (-down <= limit)
					kept.unshift(down);
				last = up;
			});
			return kept;
		};
	}

	function changeFormat(x) {
		return Math.abs(x) < 1e-9 ? "0" : numbers.change(Math.exp(x))
			.replace(/\.0+ %/, " %").replace(/(\.\d*?)0+ %/, "$1 %").replace(/\.00$/, "");
	}

	function clamp(x, limit) {
		return Math.max(-limit, Math.min(limit, x));
	}

	// All changes by size, each with its interval.
	function effects(parent, data, width) {
		var rows = data.rows.filter(function (r) { return known(r.ratio) && r.ratio > 0; });
		if (!rows.length)
			return null;
		rows.sort(function (a, b) { return a.ratio - b.ratio; });
		var limit = limitOf(rows, data);
		var f = plot.frame(parent, { width: width, height: 340, left: 58,
			title: "Changes of all benchmarks, sorted, with 95 % intervals",
			x: { scale: d3.scale.linear().domain([-0.5, rows.length - 0.5]),
				label: "benchmarks, sorted by change", bare: true },
			y: { scale: changeScale(limit), format: changeFormat, values: changeTicks(18),
				label: "change of time" } });
		threshold(f, data, true);
		var lines = { slower: [], faster: [], open: [], same: [] };
		var points = { slower: [], faster: [], open: [], same: [] };
		var beyond = { slower: [], faster: [], open: [], same: [] };
		rows.forEach(function (row, i) {
			var k = kind(row), x = f.x(i), value = Math.log(row.ratio);
			var y = f.y(clamp(value, limit));
			if (known(row.low) && known(row.high) && row.low > 0)
				lines[k].push([x, f.y(clamp(Math.log(row.low), limit)), x,
					f.y(clamp(Math.log(row.high), limit))]);
			(Math.abs(value) > limit ? beyond : points)[k].push([x, y]);
			plot.hit(f, x, y, describe(row), row.place);
		});
		["same", "open", "faster", "slower"].forEach(function (k) {
			plot.segments(f.inner, "interval " + k, lines[k]);
			plot.dots(f.inner, k, points[k]);
			plot.triangles(f.inner, "mark " + k, beyond[k].filter(function (p) {
				return p[1] < f.height / 2; }), 1);
			plot.triangles(f.inner, "mark " + k, beyond[k].filter(function (p) {
				return p[1] > f.height / 2; }), -1);
		});
		plot.note(f, "slower", 6, 14, "start", "▲ slower");
		plot.note(f, "faster", f.width - 6, f.height - 8, "end", "▼ faster");
		return f;
	}

	// The changes that do not matter, as a band.
	function threshold(f, data, across) {
		var t = data.threshold, low, high;
		if (!known(t) || t <= 0)
			return;
		low = (across ? f.y : f.x)(-Math.log(1 + t));
		high = (across ? f.y : f.x)(Math.log(1 + t));
		f.inner.insert("rect", ".axis").attr(across ?
			{ "class": "band", x: 0, width: f.width, y: high, height: low - high } :
			{ "class": "band", y: 0, height: f.height, x: low, width: high - low });
		plot.rule(f, "zero", across ? 0 : f.x(0), across ? f.y(0) : 0,
			across ? f.width : f.x(0), across ? f.y(0) : f.height);
	}

	// Change against the evidence for it.
	function volcano(parent, data, width) {
		var floor = 1e-8;
		var rows = data.rows.filter(function (r) {
			return known(r.ratio) && r.ratio > 0 && known(r.q); });
		if (!rows.length)
			return null;
		var limit = limitOf(rows, data), fdr = data.fdr || 0.05;
		var least = Math.max(floor, Math.min.apply(null, rows.map(function (r) { return r.q; })));
		var top = Math.max(-Math.log(least) / Math.LN10, 2) * 1.06;
		var f = plot.frame(parent, { width: width, height: 340, left: 58,
			title: "Change of each benchmark against its q value",
			x: { scale: changeScale(limit), format: changeFormat, values: changeTicks(54),
				label: "change of time" },
			y: { scale: d3.scale.linear().domain([0, top]), label: "q value: lower is stronger ↑",
				format: function (v) { return v === 0 ? "1" : v < 3 ? String(Math.pow(10, -v)
					.toPrecision(1)) : "1e−" + v; } } });
		threshold(f, data, false);
		var at = f.y(-Math.log(fdr) / Math.LN10);
		plot.rule(f, "limit", 0, at, f.width, at);
		plot.note(f, "", 4, at - 5, "start", "false discovery rate " + numbers.shortPercent(fdr));
		var points = { slower: [], faster: [], open: [], same: [] };
		rows.forEach(function (row) {
			var x = f.x(clamp(Math.log(row.ratio), limit));
			var y = f.y(Math.min(top, -Math.log(Math.max(row.q, least)) / Math.LN10));
			points[kind(row)].push([x, y]);
			plot.hit(f, x, y, describe(row) + "\nq = " + numbers.probability(row.q), row.place);
		});
		plot.dots(f.inner, "same", points.same);
		plot.dots(f.inner, "open", points.open);
		plot.triangles(f.inner, "mark faster", points.faster, -1);
		plot.triangles(f.inner, "mark slower", points.slower, 1);
		return f;
	}

	// In what share of the benchmarks a change of a size would be found.
	function resolution(parent, data, width) {
		var rows = data.rows.filter(function (r) { return known(r.smallest) && r.smallest > 0; });
		if (!rows.length)
			return null;
		rows.sort(function (a, b) { return a.smallest - b.smallest; });
		var all = Math.max(data.judged || 0, rows.length);
		var low = Math.max(0.0005, rows[0].smallest / 1.3);
		var high = Math.min(20, Math.max(low * 10, rows[rows.length - 1].smallest * 1.2));
		var f = plot.frame(parent, { width: width, height: 300, left: 58,
			title: "Share of the benchmarks in which a change would be detected",
			x: { scale: d3.scale.log().domain([low, high]),
				values: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10].filter(
					function (v) { return v >= low && v <= high; }),
				format: numbers.shortPercent,
				label: "smallest change that is detected in 4 of 5 runs" },
			y: { scale: d3.scale.linear().domain([0, 1]), values: [0, 0.2, 0.4, 0.6, 0.8, 1],
				format: function (v) { return Math.round(100 * v) + " %"; },
				label: "share of the benchmarks" } });
		var d = "M0," + f.y(0), before = 0;
		rows.forEach(function (row, i) {
			var x = f.x(Math.min(row.smallest, high)), y = f.y((i + 1) / all);
			if (x > before)
				d += "H" + Math.round(x * 10) / 10;
			before = x;
			d += "V" + Math.round(y * 10) / 10;
			plot.hit(f, x, y, fullName(row) + "\nsmallest detectable change " +
				numbers.percent(row.smallest), row.place);
		});
		f.inner.append("path").attr({ "class": "curve", d: d + "H" + f.width });
		return f;
	}

	// Differences between launches of the same build, against the time of an iteration.
	function noise(parent, data, width) {
		var rows = [], sides = data.names.length;
		data.rows.forEach(function (row) {
			for (var s = 0; s < sides; s++)
				if (known(row.noise[s]) && row.noise[s] > 0 && row.times[s] > 0)
					rows.push({ row: row, side: s, noise: row.noise[s], time: row.times[s] });
		});
		if (!rows.length)
			return null;
		var x = d3.scale.log().domain(d3.extent(rows, function (r) { return r.time; })).nice();
		var y = d3.scale.log().domain(d3.extent(rows, function (r) { return r.noise; })).nice();
		var f = plot.frame(parent, { width: width, height: 300, left: 58,
			title: "Noise of each benchmark: SD between launches",
			x: { scale: x, values: [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9].filter(
				function (v) { return v >= x.domain()[0] && v <= x.domain()[1]; }),
				format: function (v) { return numbers.time(v).replace(/\.0+ /, " "); },
				label: "time of an iteration" },
			y: { scale: y, values: [1e-5, 1e-4, 0.001, 0.01, 0.1, 1, 10].filter(function (v) {
				return v >= y.domain()[0] && v <= y.domain()[1]; }),
				format: numbers.shortPercent,
				label: "SD of the launches' medians" } });
		var points = [[], []];
		rows.forEach(function (r) {
			var at = [f.x(r.time), f.y(r.noise)];
			points[r.side].push(at);
			plot.hit(f, at[0], at[1], fullName(r.row) + "\n" +
				(sides > 1 ? data.names[r.side] + ": " : "") + "SD " + numbers.percent(r.noise) +
				" at " + numbers.time(r.time), r.row.place);
		});
		plot.dots(f.inner, sides > 1 ? "old" : "new", points[0]);
		plot.dots(f.inner, "new", points[1]);
		return f;
	}

	return { effects: effects, volcano: volcano, resolution: resolution, noise: noise,
		fullName: fullName, kind: kind };
})();
