// SPDX-License-Identifier: GPL-3.0-or-later
// Plots of one benchmark. A view is { data, row, sides, order } where each launch has its samples;
// `outliers`: are samples beyond the fence of Tukey drawn?
var benchPlots = (function () {
	"use strict";

	function sideName(view, s) {
		return view.sides.length > 1 ? ["old", "new"][s] : "new";
	}

	function samplesOf(view, s) {
		var all = [];
		view.order.forEach(function (launch) {
			if (launch.side === s && launches.isGood(launch))
				all = all.concat(launch.samples);
		});
		return all;
	}

	// The boxes of all sides, and the range of times to draw. Made once a view.
	function summary(view) {
		if (!view.boxes) {
			view.values = view.sides.map(function (side, s) { return samplesOf(view, s); });
			view.boxes = view.values.map(function (v) { return v.length ? numbers.box(v) : null; });
		}
		return view.boxes;
	}

	function range(view, outliers) {
		var low = Infinity, high = -Infinity;
		summary(view).forEach(function (box) {
			if (!box)
				return;
			low = Math.min(low, outliers ? box.min : box.lowest);
			high = Math.max(high, outliers ? box.max : box.highest);
		});
		var room = (high - low) * 0.04 || Math.abs(high) * 0.01 || 1;
		return [low - room, high + room];
	}

	function timeSpec(domain, label) {
		return { scale: d3.scale.linear().domain(domain), label: label,
			format: numbers.timeAxis(domain[0], domain[1]) };
	}

	var strips = [
		["disturbed", "disturbed", function (l) { return !!l.disturbed; }],
		["core shared", "shared", function (l) { return l.shared; }],
		["preempted", "switched", function (l) { return l.involuntary > 0; }]
	];

	function describe(view, l) {
		return (view.sides.length > 1 ? view.data.names[l.side] + ", " : "") + "round " + l.round +
			(l.attempt > 1 ? ", attempt " + l.attempt : "") + (l.cpu === null || l.cpu < 0 ? "" :
			", CPU " + l.cpu) + "\nmedian " + numbers.time(l.median) + ", minimum " +
			numbers.time(l.min) + (l.involuntary > 0 ? "\npreempted " + l.involuntary + " times" : "") +
			(l.shared ? "\ncore shared" : "") + (l.disturbed ? "\ndisturbed: " + l.disturbed : "");
	}

	// Samples in the order of measurement, a band for each launch.
	function samples(parent, view, width, outliers) {
		var order = view.order.filter(launches.isGood), domain = range(view, outliers);
		var used = strips.filter(function (s) { return order.some(s[2]); });
		if (!order.length || !isFinite(domain[0]))
			return null;
		var f = plot.frame(parent, { width: width, height: 256 + 14 * used.length, left: 76,
			title: "Samples by launch, in the order of measurement",
			x: { scale: d3.scale.linear().domain([0, order.length]), bare: true,
				label: "launches in the order of measurement" },
			y: timeSpec(domain, "time of an iteration") });
		var floor = f.height - 14 * used.length, step = f.width / order.length;
		rescale(f, domain, floor);
		var points = { old: [], "new": [] }, medians = { old: [], "new": [] };
		var beyond = { old: [], "new": [] };
		order.forEach(function (l, i) {
			var name = sideName(view, l.side), from = i * step, n = l.samples.length;
			var left = from + Math.min(step * 0.08, 3), right = from + step - Math.min(step * 0.08, 3);
			if (i % 2 && view.sides.length < 2 || view.sides.length > 1 && Math.floor(i / 2) % 2)
				f.inner.insert("rect", ":first-child").attr({ "class": "stripe", x: from, y: 0,
					width: step, height: f.height });
			l.samples.forEach(function (v, k) {
				var at = [left + (k + 0.5) / n * (right - left), f.y(v)];
				if (v > domain[1] || v < domain[0])
					at[1] = v > domain[1] ? 3 : floor - 3;
				(v > domain[1] || v < domain[0] ? beyond : points)[name].push(at);
			});
			medians[name].push([left, f.y(l.median), right, f.y(l.median)]);
			used.forEach(function (strip, s) {
				if (strip[2](l))
					f.inner.append("rect").attr({ "class": "flag " + strip[1], x: left,
						width: Math.max(right - left, 1), y: floor + 6 + 14 * s, height: 7 });
			});
			plot.hit(f, from + step / 2, f.y(l.median), describe(view, l));
		});
		used.forEach(function (strip, s) {
			plot.note(f, "strip", -6, floor + 13 + 14 * s, "end", strip[0]);
		});
		["old", "new"].forEach(function (name) {
			plot.dots(f.inner, name + " sample" + (points[name].length < 200 ? " few" : ""),
				points[name]);
			plot.triangles(f.inner, "beyond " + name, beyond[name].filter(function (p) {
				return p[1] < 4; }), 1, 2.5);
			plot.triangles(f.inner, "beyond " + name, beyond[name].filter(function (p) {
				return p[1] > 4; }), -1, 2.5);
			plot.segments(f.inner, "median " + name, medians[name]);
		});
		return f;
	}

	// The axis of y ends above the strips.
	function rescale(f, domain, floor) {
		f.y.range([floor, 0]);
		f.inner.select(".y").remove();
		f.inner.insert("g", ":first-child").attr("class", "axis y").call(d3.svg.axis().scale(f.y)
			.orient("left").outerTickSize(0).innerTickSize(-f.width).tickPadding(6).ticks(5)
			.tickFormat(numbers.timeAxis(domain[0], domain[1])));
	}

	function boxMarks(f, name, box, middle, outliers) {
		var x = f.x, h = 14;
		plot.segments(f.inner, "whisker " + name, [
			[x(box.lowest), middle, x(box.q1), middle], [x(box.q3), middle, x(box.highest), middle],
			[x(box.lowest), middle - 4, x(box.lowest), middle + 4],
			[x(box.highest), middle - 4, x(box.highest), middle + 4]]);
		f.inner.append("rect").attr({ "class": "box " + name, x: x(box.q1), y: middle - h / 2,
			width: Math.max(x(box.q3) - x(box.q1), 1), height: h });
		plot.segments(f.inner, "boxMedian", [[x(box.median), middle - h / 2, x(box.median),
			middle + h / 2]]);
		if (outliers)
			plot.segments(f.inner, "fence", [box.fenceLow, box.fenceHigh].filter(function (v) {
				return v >= x.domain()[0] && v <= x.domain()[1]; }).map(function (v) {
				return [x(v), middle - 11, x(v), middle + 11]; }));
		plot.hit(f, x(box.median), middle, "quartiles " + numbers.time(box.q1) + ", " +
			numbers.time(box.median) + ", " + numbers.time(box.q3) + "\nfence " +
			numbers.time(box.fenceLow) + " … " + numbers.time(box.fenceHigh) + "\n" +
			box.outliers + " of " + box.count + " samples beyond");
	}

	// Histogram and box plot of each side, over the same axis.
	function distribution(parent, view, width, outliers) {
		var boxes = summary(view), domain = range(view, outliers), ROW = 112;
		var drawn = boxes.filter(Boolean).length, at = 0;
		if (!drawn)
			return null;
		var f = plot.frame(parent, { width: width, height: 48 + ROW * drawn, left: 76,
			title: "Histogram and box plot", x: timeSpec(domain, "time of an iteration") });
		var bins = Math.max(12, Math.min(60, Math.round(f.width / 9)));
		var edges = d3.range(bins + 1).map(function (i) {
			return domain[0] + i * (domain[1] - domain[0]) / bins; });
		var shares = view.values.map(function (values) {
			return d3.layout.histogram().range(domain).bins(edges).frequency(false)(values); });
		var most = d3.max(shares, function (s) { return d3.max(s, function (b) { return b.y; }); });
		boxes.forEach(function (box, s) {
			var name = sideName(view, s), top = at * ROW, floor = top + 80;
			if (!box)
				return;
			at++;
			shares[s].forEach(function (b) {
				if (b.y > 0)
					f.inner.append("rect").attr({ "class": "bar " + name, x: f.x(b.x) + 0.5,
						width: Math.max(f.x(b.x + b.dx) - f.x(b.x) - 1, 0.5),
						y: floor - 70 * b.y / most, height: 70 * b.y / most });
			});
			plot.rule(f, "base", 0, floor, f.width, floor);
			boxMarks(f, name, box, floor + 14, outliers);
			if (view.sides.length > 1)
				plot.note(f, "strip", -8, floor - 4, "end", view.data.names[s]);
		});
		return f;
	}

	// Medians and minima of the launches, by round.
	function rounds(parent, view, width) {
		var good = view.order.filter(launches.isGood);
		var most = d3.max(good, function (l) { return l.round; });
		var values = [];
		good.forEach(function (l) { values.push(l.median, l.min); });
		if (good.length < 2 || most < 2)
			return null;
		var domain = d3.extent(values), room = (domain[1] - domain[0]) * 0.06 || 1;
		domain = [domain[0] - room, domain[1] + room];
		var f = plot.frame(parent, { width: width, height: 230, left: 76,
			title: "Medians and minima by round",
			x: { scale: d3.scale.linear().domain([0.5, most + 0.5]), label: "round",
				format: d3.format("d"), ticks: Math.min(most, 12) },
			y: timeSpec(domain, "time of an iteration") });
		view.sides.forEach(function (side, s) {
			var name = sideName(view, s), list = side.launches.filter(launches.isGood);
			list.sort(function (a, b) { return a.round - b.round || a.line - b.line; });
			["median", "min"].forEach(function (value) {
				var points = list.map(function (l) { return [f.x(l.round), f.y(l[value])]; });
				var fine = points.filter(function (p, i) { return !list[i].disturbed; });
				var bad = points.filter(function (p, i) { return !!list[i].disturbed; });
				f.inner.append("path").attr({ "class": "line " + name + " of-" + value,
					d: d3.svg.line()(points) });
				plot.dots(f.inner, name + " large", fine);
				bad.forEach(function (p) {
					f.inner.append("circle").attr({ "class": "hollow " + name, cx: p[0],
						cy: p[1], r: 3.5 });
				});
				points.forEach(function (p, i) {
					plot.hit(f, p[0], p[1], describe(view, list[i]));
				});
			});
		});
		return f;
	}

	function lineText(growth) {
		return numbers.known(growth.each) ? numbers.time(growth.once) + " + n × " +
			numbers.time(growth.each) + (numbers.known(growth.r2) ? ", R² " +
			growth.r2.toFixed(4) : "") : "";
	}

	// The largest T(n), and the largest number of iterations. Without outliers: of the times of
	// an iteration that the fence of Tukey holds.
	function growthRange(sides, outliers) {
		var most = { n: 0, time: 0 };
		sides.forEach(function (side) {
			var p = side.growth.points, each = [], fence, i;
			for (i = 0; i < p.length; i += 2)
				if (p[i] > 0)
					each.push(p[i + 1] / p[i]);
			fence = numbers.box(each).fenceHigh;
			for (i = 0; i < p.length; i += 2) {
				most.n = Math.max(most.n, p[i]);
				if (outliers || p[i + 1] <= p[i] * fence)
					most.time = Math.max(most.time, p[i + 1]);
			}
		});
		return most;
	}

	// T(n) of each side with its line.
	function growth(parent, view, width, outliers) {
		var sides = view.sides.filter(function (s) { return s.growth; });
		var most = growthRange(sides, outliers);
		if (!sides.length || !(most.n > 0) || !(most.time > 0))
			return null;
		var f = plot.frame(parent, { width: width, height: 270, left: 76,
			title: "Time T(n) of n iterations",
			x: { scale: d3.scale.linear().domain([0, most.n * 1.04]), label: "iterations n",
				format: d3.format(",d") },
			y: timeSpec([0, most.time * 1.06], "T(n)") });
		view.sides.forEach(function (side, s) {
			var name = sideName(view, s), g = side.growth, points = [], beyond = [], i;
			if (!g)
				return;
			for (i = 0; i < g.points.length; i += 2)
				(g.points[i + 1] <= f.y.domain()[1] ? points : beyond).push([f.x(g.points[i]),
					Math.max(f.y(g.points[i + 1]), 3)]);
			plot.triangles(f.inner, "beyond " + name, beyond, 1, 2.5);
			plot.dots(f.inner, name + (points.length > 60 ? " sample" : " large"), points);
			if (numbers.known(g.each))
				plot.segments(f.inner, "fit " + name, [[f.x(0), f.y(g.once), f.x(most.n),
					f.y(g.once + most.n * g.each)]]);
			plot.note(f, "", 8, 18 + 16 * s, "start", (view.sides.length > 1 ?
				view.data.names[s] + ": " : "") + lineText(g));
		});
		return f;
	}

	var titles = { samples: "samples by launch, in the order of measurement",
		distribution: "histogram and box plot", rounds: "medians and minima (dashed) by round",
		growth: "time T(n) of n iterations" };

	return { titles: titles, samples: samples, distribution: distribution, rounds: rounds, growth: growth,
		summary: summary };
})();
