// SPDX-License-Identifier: GPL-3.0-or-later
// One benchmark: its verdict, findings, plots and numbers.
var bench = (function () {
	"use strict";

	// The view that the plots draw; null while its blocks are not there.
	function open(data, row) {
		var sides = launches.read(data, row.place);
		if (!sides)
			return null;
		launches.addSamples(row.place, sides);
		var view = { data: data, row: row, sides: sides };
		// Of a log of the doctor: the launches of one number of iterations.
		if (data.kind === "doctor")
			sides.forEach(keepMain);
		view.order = launches.inOrder(data, sides);
		return view;
	}

	function keepMain(side) {
		var counts = {}, best = null;
		side.launches.filter(launches.isGood).forEach(function (l) {
			counts[l.iterations] = (counts[l.iterations] || 0) + 1; });
		Object.keys(counts).map(Number).sort(function (a, b) { return a - b; })
			.forEach(function (n) {
				if (best === null || counts[n] >= Math.min(5, counts[best]))
					best = n;
			});
		side.all = side.launches;
		side.launches = side.launches.filter(function (l) {
			return best === null || l.iterations === best; });
	}

	function judgement(parent, data, row) {
		var p = parent.append("p").attr("class", "judgement");
		if (data.kind !== "log")
			p.append("b").attr("class", suitePlots.kind(row))
				.text(table.symbols[row.verdict] + " " + row.verdict);
		if (data.kind === "compare" && numbers.known(row.ratio)) {
			p.append("b").attr("class", suitePlots.kind(row)).text(" " + numbers.change(row.ratio));
			p.append("span").text("  " + numbers.time(row.times[0]) + " → " +
				numbers.time(row.times[1]) + (row.of ? ", " + row.of : ""));
		}
		if (numbers.known(row.low))
			parent.append("p").attr("class", "muted").text("95 % interval " +
				numbers.interval(row.low, row.high) + (numbers.known(row.q) ? "; q = " +
				numbers.probability(row.q) : "") + (numbers.known(row.smallest) ?
				"; a change of " + numbers.percent(row.smallest) + " would be detected" : ""));
		if (data.kind === "compare" && table.noteOf(row))
			parent.append("p").text(table.noteOf(row));
		if (row.file || row.tags.length)
			parent.append("p").attr("class", "muted").text([row.file].concat(row.tags)
				.filter(Boolean).join(" · "));
	}

	function findings(parent, row) {
		(row.findings || []).forEach(function (f) {
			var box = parent.append("div").attr("class", "finding " + f.severity);
			box.append("b").text(f.severity + ": " + f.check + (f.waived ? " (waived)" : ""));
			box.append("p").text(f.message + ".");
			box.append("p").attr("class", "muted").text(f.advice + ".");
		});
	}

	// What `bdriver explain` found out.
	function explanation(parent, x) {
		if (!x)
			return;
		var box = parent.append("div").attr("class", "figure wide explanation");
		box.append("h3").text("Why it changed");
		box.append("p").text(x.sentence);
		if (x.place && numbers.known(x.place.code))
			box.append("p").attr("class", "muted").text("Over " + x.place.placements +
				" places in memory: code " + numbers.change(1 + x.place.code) + " (" +
				numbers.interval(1 + x.place.code_low, 1 + x.place.code_high) +
				"), place ±" + numbers.percent(x.place.place_sd));
		functionTable(box, "time of an iteration", x.time || {}, numbers.time);
		functionTable(box, "instructions of an iteration, simulated by valgrind", x.work || {},
			d3.format(",.0f"));
		if ((x.code_old || []).length) {
			var details = box.append("details");
			details.append("summary").text("Code of " + x["function"] + ", old and new");
			details.append("div").attr("class", "scroll").append("pre")
				.text(x.code_old.map(function (line, i) { return sideBySide(line, x.code_new[i]); })
					.join("\n"));
		}
	}

	function sideBySide(before, after) {
		return (before + new Array(45).join(" ")).slice(0, Math.max(44, before.length)) +
			(before === after ? "   " : " | ") + after;
	}

	// The functions that differ most, after all together.
	function functionTable(parent, title, part, format) {
		if (!numbers.known(part.old)) {
			parent.append("p").attr("class", "muted").text(title + ": " + (part.unknown || "–"));
			return;
		}
		function size(f) { return Math.abs(f["new"] - f.old); }
		var most = (part.functions || []).slice().sort(function (a, b) { return size(b) - size(a); })
			.filter(function (f) { return size(f) >= part.old / 1000; }).slice(0, 8);
		var made = parent.append("table").attr("class", "numbers");
		made.append("thead").append("tr").selectAll("th").data([title, "old", "new", "change"]).enter()
			.append("th").attr("class", function (d, i) { return i ? "number" : null; }).text(String);
		made.append("tbody").selectAll("tr").data([part].concat(most)).enter().append("tr")
			.selectAll("td").data(function (f, i) {
				var change = (f["new"] - f.old) / part.old;
				return [i ? (f.name || "not attributed") + (f.differs ? ", its code differs" : "") : "all",
					format(f.old), format(f["new"]),
					(change < 0 ? "−" : "+") + numbers.percent(Math.abs(change))];
			}).enter().append("td").attr("class", function (d, i) { return i ? "number" : null; })
			.text(String);
	}

	var statistics = [
		["launches", function (side) { return side.good.length; }],
		["samples", function (side) { return side.box ? side.box.count : 0; }],
		["minimum", time("min")], ["lower quartile", time("q1")], ["median", time("median")],
		["upper quartile", time("q3")], ["maximum", time("max")],
		["fence of Tukey, lower", time("fenceLow")], ["upper", time("fenceHigh")],
		["samples beyond it", function (side) { return side.box ? side.box.outliers : "–"; }],
		["SD between launches", function (side) {
			return numbers.percent(numbers.deviation(side.good.map(function (l) {
				return l.median; }))); }],
		["iterations a sample", function (side) {
			var range = d3.extent(side.good, function (l) { return l.iterations; });
			return !numbers.known(range[0]) ? "–" : range[0] === range[1] ? range[0] :
				range.join(" … "); }],
		["peak memory", function (side) { return numbers.kib(d3.median(side.good,
			function (l) { return l.peak; })); }],
		["disturbed launches", count(function (l) { return l.disturbed; })],
		["launches on a shared core", count(function (l) { return l.shared; })],
		["preempted", sum("involuntary")],
		["context switches of its own", sum("voluntary")],
		["failed launches", function (side) { return side.launches.filter(function (l) {
			return l.counts && l.status !== "ok"; }).length; }]
	];

	function time(name) {
		return function (side) { return side.box ? numbers.time(side.box[name]) : "–"; };
	}

	function count(test) {
		return function (side) { return side.good.filter(test).length; };
	}

	function sum(name) {
		return function (side) { return d3.sum(side.good, function (l) { return l[name]; }); };
	}

	function numberTable(parent, view) {
		var boxes = benchPlots.summary(view);
		var sides = view.sides.map(function (side, s) {
			return { launches: side.launches, good: side.launches.filter(launches.isGood),
				box: boxes[s] };
		});
		var made = parent.append("table").attr("class", "numbers");
		if (view.sides.length > 1)
			made.append("thead").append("tr").selectAll("th").data([""].concat(view.data.names))
				.enter().append("th").attr("class", function (d, i) { return i ? "number" : null; })
				.text(String);
		var rows = made.append("tbody").selectAll("tr").data(statistics).enter().append("tr");
		rows.append("td").append("span").text(function (d) { return d[0]; })
			.attr("title", function (d) {
				return Object.keys(numbers.words).filter(function (w) {
					return d[0].indexOf(w) >= 0; }).map(function (w) { return numbers.words[w]; })[0] || null; });
		sides.forEach(function (side) {
			rows.append("td").attr("class", "number").text(function (d) { return d[1](side); });
		});
	}

	var launchColumns = ["round", "attempt", "status", "median", "min", "max", "count", "iterations",
		"worker", "cpu", "voluntary", "involuntary", "delay", "disturbed"];

	function launchTable(parent, view) {
		var details = parent.append("details");
		details.append("summary").text("Launches");
		details.on("toggle", function () {
			if (!details.select("table").empty())
				return;
			var names = (view.sides.length > 1 ? ["build"] : []).concat(launchColumns);
			var made = details.append("div").attr("class", "scroll").append("table")
				.attr("class", "launches");
			made.append("thead").append("tr").selectAll("th").data(names).enter().append("th")
				.text(String);
			made.append("tbody").selectAll("tr").data(view.order).enter().append("tr")
				.selectAll("td").data(function (l) { return names.map(function (n) {
					return launchText(view, l, n); }); }).enter().append("td").text(String);
		});
	}

	function launchText(view, l, name) {
		var value = l[name];
		if (name === "build")
			return view.data.names[l.side];
		if (name === "status")
			return l.counts ? l.detail ? l.status + ": " + l.detail : l.status : "measured again";
		if (name === "disturbed")
			return l.disturbed + (l.shared && l.disturbed.indexOf("core-shared") < 0 ?
				" core-shared" : "");
		return value === null ? "–" : name === "median" || name === "min" || name === "max" ||
			name === "delay" ? numbers.time(value) : value;
	}

	var plots = [
		["Samples", "samples", true, "Each dot is a sample, each band a launch; the line is its median."],
		["Distribution", "distribution", false,
			"Histograms; below them quartiles and whiskers up to the fence of Tukey (1.5 IQR)."],
		["Rounds", "rounds", false,
			"Medians of the launches, and minima (dashed). A hollow dot is a disturbed launch."],
		["Time of n iterations", "growth", false, ""]
	];

	function figures(parent, view) {
		var outliers = false, boxes = benchPlots.summary(view);
		var beyond = d3.sum(boxes, function (b) { return b ? b.outliers : 0; });
		var options = parent.append("div").attr("class", "options");
		if (view.sides.length > 1)
			page.key(options.append("span").attr("class", "keys"));
		var grid = parent.append("div").attr("class", "figures");
		if (beyond) {
			var label = options.append("label");
			label.append("input").attr("type", "checkbox").on("change", function () {
				outliers = this.checked;
				page.redraw();
			});
			label.append("span").text("show " + beyond + " outlier" + (beyond > 1 ? "s" : "") +
				" beyond the fence");
		}
		plots.forEach(function (p) {
			page.figure(grid, p[0], p[3], p[2], function (node, width) {
				return benchPlots[p[1]](node, view, width, outliers);
			}, suitePlots.fullName(view.row) + " " + p[1]);
		});
	}

	// Draws the benchmark; `neighbours`: the rows before and after it in the table.
	function draw(parent, data, row, neighbours) {
		var view = open(data, row);
		var head = parent.append("div").attr("class", "path");
		head.append("a").attr({ href: "#", "class": "back" }).text("← all benchmarks");
		["previous", "next"].forEach(function (word, i) {
			if (neighbours[i])
				head.append("a").attr({ href: page.link(neighbours[i]), rel: i ? "next" : "prev",
					title: i ? "key j" : "key k" }).text(word);
		});
		parent.append("h2").text(suitePlots.fullName(row));
		judgement(parent, data, row);
		findings(parent, row);
		explanation(parent, row.explanation);
		if (!view) {
			parent.append("p").text("Its launches are still loading …");
			return false;
		}
		if (benchPlots.summary(view).some(Boolean))
			figures(parent, view);
		else
			parent.append("p").text("No launch succeeded, or the log has no samples of it.");
		var section = parent.append("div").attr("class", "figure wide");
		section.append("h3").text("Numbers");
		if (data.sample_step > 1)
			section.append("p").text("One of " + data.sample_step + " samples is drawn and counted here.");
		if (data.logs.some(function (log) { return log.summaries_only; }))
			section.append("p").text("The log has quantiles of each launch only: they are drawn, and " +
				"counted here, as its samples.");
		numberTable(section, view);
		launchTable(parent.append("div").attr("class", "figure wide"), view);
		return true;
	}

	return { open: open, draw: draw };
})();
