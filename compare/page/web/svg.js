// SPDX-License-Identifier: GPL-3.0-or-later
// The plots as files. The program gives `given`: data and css as text, block(id), which returns the
// text of a block, and write(name, svg).
(function () {
	"use strict";

	var WIDTH = 860, FEW = 10;
	var data = JSON.parse(given.data), cache = {};
	data.rows.forEach(function (row, i) { row.place = i; });
	launches.text = given.block;
	launches.bytes = function (base64) { return Duktape.dec("base64", base64); };

	function read(place) {
		cache[place] = cache[place] || launches.read(data, place);
		return cache[place];
	}

	function file(name, title, names, draw) {
		var frame = draw(document.createElementNS("", "g"));
		if (!frame)
			return;
		plot.dress(frame.svg.node(), given.css, title, names);
		given.write(name.replace(/[^A-Za-z0-9._-]+/g, "-") + ".svg", frame.svg.node() + "\n");
	}

	var both = data.names.length > 1 ? data.names : null;
	[["effects", "Changes, sorted, with 95 % intervals", null],
		["volcano", "Change of each benchmark against its q value", null],
		["resolution", "Share of the benchmarks in which a change would be detected", null],
		["noise", "Noise of each benchmark", both]].forEach(function (spec) {
		file(spec[0], spec[1], spec[2], function (parent) {
			return suitePlots[spec[0]](parent, data, WIDTH); });
	});
	file("timeline", "Launches by worker: clean, core shared (yellow), disturbed (orange)", null,
		function (parent) { return timeline.draw(parent, data, WIDTH, read); });

	// Of a few benchmarks, each one's plots as well.
	if (data.rows.length <= FEW)
		data.rows.forEach(function (row) {
			var view = bench.open(data, row), name = suitePlots.fullName(row);
			["samples", "distribution", "rounds", "growth"].forEach(function (kind) {
				file(name + "-" + kind, name + ": " + benchPlots.titles[kind], both,
					function (parent) { return benchPlots[kind](parent, view, WIDTH, false); });
			});
		});
})();
