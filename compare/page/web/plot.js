// SPDX-License-Identifier: GPL-3.0-or-later
// What all plots share: a frame with axes, drawn by D3.
var plot = (function () {
	"use strict";

	// options: width, height, title, x and y: { scale: of D3 with its domain, label, format,
	// ticks, values, bare: no ticks }, left: room for the labels of y. Returns the SVG's group, and its size.
	function frame(parent, options) {
		var margin = { top: options.y && options.y.label ? 26 : 8, right: 26,
			bottom: options.x ? (options.x.bare ? 24 : options.x.label ? 40 : 24) : 8,
			left: options.left === undefined ? 62 : options.left };
		var width = Math.max(options.width - margin.left - margin.right, 40);
		var height = Math.max(options.height - margin.top - margin.bottom, 10);
		var svg = d3.select(parent).append("svg").attr({
			"class": "plot", role: "img",
			viewBox: "0 0 " + options.width + " " + options.height,
			width: options.width, height: options.height });
		if (options.title) {
			svg.append("title").text(options.title);
			svg.attr("aria-label", options.title);
		}
		var inner = svg.append("g")
			.attr("transform", "translate(" + margin.left + "," + margin.top + ")");
		if (options.x)
			axisX(inner, options.x, width, height);
		if (options.y)
			axisY(inner, options.y, width, height, margin.left);
		return { svg: svg, inner: inner, width: width, height: height, left: margin.left,
			top: margin.top, x: options.x && options.x.scale, y: options.y && options.y.scale,
			hits: [] };
	}

	function axis(scale, orient, spec, fallback) {
		var made = d3.svg.axis().scale(scale).orient(orient).outerTickSize(0)
			.ticks(spec.ticks || fallback);
		if (spec.values)
			made.tickValues(typeof spec.values === "function" ? spec.values(scale) : spec.values);
		if (spec.format)
			made.tickFormat(spec.format);
		return made;
	}

	function axisX(inner, spec, width, height) {
		spec.scale.range([0, width]);
		if (!spec.bare)
			inner.append("g").attr({ "class": "axis x", transform: "translate(0," + height + ")" })
				.call(axis(spec.scale, "bottom", spec, Math.max(2, Math.min(8, width / 80)))
					.innerTickSize(4).tickPadding(5));
		if (spec.label)
			inner.append("text").attr({ "class": "label", x: width, y: height + (spec.bare ? 18 : 36),
				"text-anchor": "end" }).text(spec.label);
	}

	function axisY(inner, spec, width, height, left) {
		spec.scale.range([height, 0]);
		inner.append("g").attr("class", "axis y")
			.call(axis(spec.scale, "left", spec, Math.max(2, Math.min(6, height / 38)))
				.innerTickSize(-width).tickPadding(6));
		if (spec.label)
			inner.append("text").attr({ "class": "label", x: -left + 2, y: -14 }).text(spec.label);
	}

	function round(x) {
		return Math.round(x * 10) / 10;
	}

	// Thousands of dots are one element: a line of length 0 has a round cap.
	function dots(group, name, points) {
		if (points.length)
			group.append("path").attr({ "class": "dots " + name, d: points.map(function (p) {
				return "M" + round(p[0]) + "," + round(p[1]) + "h0";
			}).join("") });
	}

	function segments(group, name, list) {
		if (list.length)
			group.append("path").attr({ "class": name, d: list.map(function (s) {
				return "M" + round(s[0]) + "," + round(s[1]) + "L" + round(s[2]) + "," + round(s[3]);
			}).join("") });
	}

	// Small triangles, for what lies beyond the edge and for verdicts that colour alone must
	// not tell: up is +1.
	function triangles(group, name, points, up, size) {
		var s = size || 4;
		if (points.length)
			group.append("path").attr({ "class": name, d: points.map(function (p) {
				return "M" + round(p[0] - s) + "," + round(p[1] + up * s * 0.8) +
					"h" + 2 * s + "l" + -s + "," + -up * s * 1.7 + "z";
			}).join("") });
	}

	function rule(frame, name, x1, y1, x2, y2) {
		frame.inner.append("line").attr({ "class": name, x1: x1, y1: y1, x2: x2, y2: y2 });
	}

	function note(frame, name, x, y, anchor, text) {
		frame.inner.append("text").attr({ "class": "note " + name, x: x, y: y,
			"text-anchor": anchor }).text(text);
	}

	// What the pointer finds there: { x, y } of the inner group, text and place of a row.
	function hit(frame, x, y, text, row) {
		frame.hits.push({ x: x + frame.left, y: y + frame.top, text: text, row: row });
	}

	// Makes an SVG that leaves the page whole: a title, a key of the two sides (null: none), a
	// ground, and the styles for light and dark readers.
	function dress(svg, css, title, names) {
		var top = 34, box = svg.getAttribute("viewBox").split(" ").map(Number), colours = {};
		var root = d3.select(svg), head, at = box[2] - 14;
		css.replace(/--(\w+): light-dark\((#\w+), (#\w+)\)/g, function (all, name, light, dark) {
			colours[name] = [light, dark];
		});
		function themed(i) {
			return css.slice(css.indexOf(".plot")).replace(/var\(--(\w+)\)/g, function (all, name) {
				return colours[name][i]; });
		}
		root.attr({ viewBox: [0, -top, box[2], box[3] + top].join(" "), height: box[3] + top });
		root.insert("rect", ":first-child").attr({ "class": "ground", y: -top, width: box[2],
			height: box[3] + top });
		root.insert("style", ":first-child").text(themed(0) +
			"@media (prefers-color-scheme: dark) {\n" + themed(1) + "}\n");
		head = root.append("g");
		head.append("text").attr({ "class": "heading", x: 2, y: -14 }).text(title);
		(names || []).slice().reverse().forEach(function (name, i) {
			head.append("text").attr({ x: at, y: -14, "text-anchor": "end" }).text(name);
			at -= 7 * name.length + 12;
			dots(head, "large " + (i ? "old" : "new"), [[at, -18]]);
			at -= 16;
		});
	}

	return { dress: dress, frame: frame, dots: dots, segments: segments, triangles: triangles, rule: rule,
		note: note, hit: hit };
})();
