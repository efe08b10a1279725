// SPDX-License-Identifier: GPL-3.0-or-later
// The time line of a run: which worker measured what when, and where it was disturbed.
var timeline = (function () {
	"use strict";

	var LANE = 34;
	var kinds = ["clean", "shared", "disturbed", "failed"];

	function kindOf(launch) {
		return launch.status !== "ok" ? "failed" : launch.disturbed ? "disturbed" :
			launch.shared ? "shared" : "clean";
	}

	function describe(event, data) {
		var l = event.launch, why = kindOf(l);
		return suitePlots.fullName(event.row) +
			(data.names.length > 1 ? " (" + data.names[l.side] + ")" : "") +
			"\nround " + l.round + (l.node ? ", node " + l.node : "") + ", worker " + l.worker + ", CPU " + l.cpu + ", " +
			numbers.time(l.wall) + (why === "clean" ? "" : "\n" +
			(why === "failed" ? l.status : why === "shared" ? "core shared" : l.disturbed));
	}

	function lane(f, worker, top, data) {
		var paths = {}, name;
		kinds.forEach(function (k) { paths[k] = ""; });
		worker.events.forEach(function (event) {
			var from = f.x(event.start / 1e9), to = f.x(event.end / 1e9);
			paths[kindOf(event.launch)] += "M" + from.toFixed(2) + "," + top + "H" +
				Math.max(to, from + 0.3).toFixed(2) + "v" + (LANE - 12) + "H" +
				from.toFixed(2) + "z";
			plot.hit(f, (from + to) / 2, top + (LANE - 12) / 2, describe(event, data), event.row.place);
		});
		for (name in paths)
			if (paths[name])
				f.inner.append("path").attr({ "class": "event " + name, d: paths[name] });
		f.inner.append("text").attr({ "class": "label", x: -f.left + 2, y: top + 16 })
			.text((/ /.test(worker.worker) ? "" : "worker ") + worker.worker);
	}

	function draw(parent, data, width, read) {
		var workers = launches.byWorker(data, read);
		var end = Math.max.apply(null, workers.map(function (w) { return w.end; }));
		if (!workers.length || !(end > 0))
			return null;
		var f = plot.frame(parent, { width: width, height: 48 + LANE * workers.length, left: 66,
			title: "Time line of the run, by worker",
			x: { scale: d3.scale.linear().domain([0, end / 1e9]), label: "seconds in launches" } });
		workers.forEach(function (worker, i) { lane(f, worker, i * LANE + 2, data); });
		return f;
	}

	// How many launches there were of each kind.
	function count(data, read) {
		var counts = {};
		kinds.forEach(function (k) { counts[k] = 0; });
		launches.byWorker(data, read).forEach(function (worker) {
			worker.events.forEach(function (event) { counts[kindOf(event.launch)]++; });
		});
		return counts;
	}

	return { draw: draw, count: count };
})();
