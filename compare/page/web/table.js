// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all benchmarks: columns, filters and order.
var table = (function () {
	"use strict";

	// More rows come when the reader reaches the last one: every click lays out all that are there.
	var AT_ONCE = 200;
	var symbols = { regressed: "▲", improved: "▼", inconclusive: "?", failed: "✕", added: "+",
		removed: "−", unchanged: "=", "same code": "≡", "not executed": "≡", "not measured": "–", error: "✕", warning: "!", info: "i", "not audited": "–",
		fit: "✓", measured: "✓" };
	// Worst first.
	var verdicts = ["failed", "error", "regressed", "warning", "improved", "inconclusive",
		"added", "removed", "not measured", "info", "unchanged", "same code", "not executed", "not audited", "fit", "measured"];

	function rank(row) {
		return verdicts.indexOf(row.moved_far ? "inconclusive" : row.verdict);
	}

	// localeCompare() with options makes a collator for each pair.
	var collator = new Intl.Collator("en", { numeric: true });

	function byName(a, b) {
		return collator.compare(suitePlots.fullName(a), suitePlots.fullName(b));
	}

	function size(row) {
		return numbers.known(row.ratio) && row.ratio > 0 ? Math.abs(Math.log(row.ratio)) : -1;
	}

	function verdictCell(td, row) {
		td.text(symbols[row.verdict] + " ").append("span").text(row.verdict);
		td.classed(suitePlots.kind(row), true);
	}

	function nameCell(td, row) {
		td.append("a").attr("href", page.link(row)).text(suitePlots.fullName(row));
		if (numbers.known(row.ratio))
			td.append("span").attr("class", "phone").text(row.times.map(numbers.time).join(" → ") +
				(numbers.known(row.low) ? "\n" + numbers.interval(row.low, row.high) : ""));
	}

	function number(format, value) {
		return function (td, row) { td.text(format(value(row))); };
	}

	// title, class of the cells, cell, value to sort by; down: begins with the largest.
	function timeColumn(data, s) {
		var value = function (row) { return row.times[s]; };
		return { title: data.names[s], name: "number" + (data.kind === "compare" ? " phone-hidden aside" : ""),
			cell: number(numbers.time, value), value: value, down: true };
	}

	function noteOf(row) {
		return (row.findings || []).map(function (f) { return f.check; }).concat(row.notes)
			.concat(row.changes || []).join("; ");
	}

	function columnsOf(data) {
		var compare = data.kind === "compare", columns = [];
		if (data.kind !== "log")
			columns.push({ title: "verdict", name: "verdict", cell: verdictCell,
				value: rank });
		columns.push({ title: "benchmark", name: "name", cell: nameCell, order: byName });
		data.names.forEach(function (name, s) { columns.push(timeColumn(data, s)); });
		if (compare) {
			columns.push({ title: "change", name: "number change", cell: function (td, row) {
				td.text(numbers.change(row.ratio)).classed(suitePlots.kind(row), true); },
				value: function (row) { return row.ratio; }, down: true });
			columns.push({ title: "95 % interval", name: "bar phone-hidden aside", cell: barCell(data),
				value: function (row) { return row.high / row.low; }, down: true });
			columns.push({ title: "detects", name: "number small-hidden aside",
				cell: number(numbers.percent, function (row) { return row.smallest; }),
				value: function (row) { return row.smallest; }, down: true });
		} else {
			if (data.kind === "log")
				columns.push({ title: "minimum", name: "number phone-hidden aside",
					cell: number(numbers.time, function (row) { return row.least; }),
					value: function (row) { return row.least; }, down: true });
			columns.push({ title: "noise", name: "number",
				cell: number(numbers.percent, function (row) { return row.noise[0]; }),
				value: function (row) { return row.noise[0]; }, down: true });
			if (data.kind === "log")
				columns.push({ title: "peak memory", name: "number phone-hidden aside",
					cell: number(numbers.kib, function (row) { return row.peak[0]; }),
					value: function (row) { return row.peak[0]; }, down: true });
		}
		if (data.rows.some(noteOf))
			columns.push({ title: data.kind === "doctor" ? "findings" : "note", name: "note aside",
				cell: number(String, noteOf), value: noteOf });
		return columns;
	}

	// The interval on an axis that all rows share, 0 in the middle, by the square root of ln.
	function barCell(data) {
		var WIDTH = 110, ends = [], limit, x;
		data.rows.forEach(function (row) {
			if (numbers.known(row.ratio) && row.ratio > 0)
				ends.push(size(row));
		});
		ends.sort(function (a, b) { return a - b; });
		limit = Math.max(ends[ends.length - 1] || 0, 0.03);
		// Small changes get more room than large ones.
		x = d3.scale.pow().exponent(0.5).domain([-limit, limit]).range([5, WIDTH - 5]).clamp(true);
		return function (td, row) {
			var svg, low, high, at;
			if (!numbers.known(row.ratio) || !(row.ratio > 0))
				return;
			at = x(Math.log(row.ratio));
			svg = td.append("svg").attr({ width: WIDTH, height: 16, role: "img",
				"class": suitePlots.kind(row),
				"aria-hidden": "true" });
			td.append("span").text(numbers.interval(row.low, row.high));
			svg.append("line").attr({ x1: x(0), x2: x(0), y1: 0, y2: 16 });
			if (numbers.known(row.low) && row.low > 0) {
				low = x(Math.log(row.low));
				high = x(Math.log(row.high));
				svg.append("path").attr("d", "M" + low + ",8H" + high +
					(Math.log(row.low) > -limit ? "M" + low + ",5v6" : "") +
					(Math.log(row.high) < limit ? "M" + high + ",5v6" : ""));
			}
			svg.append("circle").attr({ cx: at, cy: 8, r: 3.2 });
		};
	}

	function compareBy(column, down) {
		return function (a, b) {
			var x, y, order;
			if (column.order)
				return (down ? -1 : 1) * column.order(a, b);
			x = column.value(a);
			y = column.value(b);
			if (typeof x === "string")
				return (down ? -1 : 1) * (x < y ? -1 : x > y ? 1 : 0) || byName(a, b);
			if (!numbers.known(x) || !numbers.known(y))
				return (numbers.known(y) ? 1 : 0) - (numbers.known(x) ? 1 : 0) || byName(a, b);
			order = (down ? y - x : x - y);
			return order || size(b) - size(a) || byName(a, b);
		};
	}

	function matches(filter, row) {
		var words = filter.text.toLowerCase().split(/\s+/);
		var text = (suitePlots.fullName(row) + " " + noteOf(row)).toLowerCase();
		return (!filter.verdict || row.verdict === filter.verdict) &&
			(!filter.suite || row.suite === filter.suite) &&
			(!filter.tag || (row.tags || []).indexOf(filter.tag) >= 0) &&
			words.every(function (w) { return text.indexOf(w) >= 0; });
	}

	function choice(parent, name, words, onChange) {
		var select = parent.append("select").attr("aria-label", name)
			.on("change", function () { onChange(this.value); });
		select.append("option").attr("value", "").text("any " + name);
		words.forEach(function (word) {
			select.append("option").attr("value", word).text(word === "" ? "(none)" : word);
		});
		return select;
	}

	function wordsOf(data, words) {
		var seen = {};
		data.rows.forEach(function (row) {
			words(row).forEach(function (w) { seen["$" + w] = true; });
		});
		return Object.keys(seen).map(function (w) { return w.slice(1); }).sort();
	}

	// Returns { show(verdict), mark(place), back(row), search, rows(): those shown, in order }.
	function make(parent, data) {
		var columns = columnsOf(data), shown = [], limit = AT_ONCE, current = -1;
		var filter = { text: "", verdict: "", suite: "", tag: "" };
		var sorted = { column: columns[0], down: false };
		var bar = parent.append("div").attr("class", "filters");
		var suites = wordsOf(data, function (r) { return [r.suite]; });
		var tags = wordsOf(data, function (r) { return r.tags || []; });
		var kinds = wordsOf(data, function (r) { return [r.verdict]; }).sort(function (a, b) {
			return verdicts.indexOf(a) - verdicts.indexOf(b); });
		var search = bar.append("input").attr({ type: "search", placeholder: "filter by name or note",
			"aria-label": "filter by name or note" });
		var verdict = kinds.length > 1 && choice(bar, "verdict", kinds, set("verdict"));
		if (suites.length > 1)
			choice(bar, "suite", suites, set("suite"));
		if (tags.length)
			choice(bar, "tag", tags, set("tag"));
		var found = bar.append("span").attr({ "class": "found", role: "status" });
		var grid = parent.append("table")
			.attr("class", "list" + (data.kind === "compare" ? "" : " narrow"));
		var heads = grid.append("thead").append("tr").selectAll("th").data(columns).enter()
			.append("th").attr({ "class": function (c) { return c.name; }, scope: "col" });
		var body = grid.append("tbody");
		var more = parent.append("button").attr("class", "more hidden").on("click", function () {
			limit = Infinity;
			fill();
		});

		function set(what) {
			return function (value) {
				filter[what] = value;
				limit = AT_ONCE;
				draw();
			};
		}

		heads.append("button").attr("title", function (c) { return numbers.words[c.title] || null; })
			.text(function (c) { return c.title; }).on("click", function (c) {
				sorted = { column: c, down: sorted.column === c ? !sorted.down : !!c.down };
				limit = AT_ONCE;
				draw();
			});
		search.on("input", function () { set("text")(this.value.trim()); });

		function draw() {
			shown = data.rows.filter(function (row) { return matches(filter, row); })
				.sort(compareBy(sorted.column, sorted.down));
			heads.attr("aria-sort", function (c) {
				return c !== sorted.column ? null : sorted.down ? "descending" : "ascending"; });
			body.text("");
			found.text(shown.length === data.rows.length ? shown.length + " benchmarks" :
				shown.length + " of " + data.rows.length + " benchmarks");
			fill();
			if (page.counts)
				page.counts(filter.verdict);
		}

		// The rows up to the limit that are not there yet.
		function fill() {
			var rows = body.selectAll("tr").data(shown.slice(0, limit)).enter().append("tr")
				.attr("data-place", function (row) { return row.place; })
				.on("click", function (row) {
					if (!d3.event.target.closest("a"))
						location.hash = page.link(row);
				});
			columns.forEach(function (c) {
				rows.append("td").attr("class", c.name)
					.each(function (row) { c.cell(d3.select(this), row); });
			});
			more.classed("hidden", shown.length <= limit)
				.text("show all " + shown.length + " benchmarks");
			mark(current);
		}

		function mark(place) {
			current = place;
			body.selectAll("tr.current").classed("current", false);
			body.selectAll('tr[data-place="' + place + '"]').classed("current", true);
		}

		// To the row whose benchmark was open.
		function back(row) {
			limit = Math.max(limit, shown.indexOf(row) + 1);
			fill();
			body.selectAll('tr[data-place="' + row.place + '"] a').each(function () {
				this.focus({ preventScroll: true });
				this.scrollIntoView({ block: "center" });
			});
		}

		draw();
		if (window.IntersectionObserver)
			new IntersectionObserver(function (seen) {
				if (seen[seen.length - 1].isIntersecting) {
					limit += AT_ONCE;
					fill();
				}
			}).observe(more.node());
		return { mark: mark, back: back, search: search.node(), rows: function () { return shown; },
			show: function (word) {
				filter.verdict = filter.verdict === word ? "" : word;
				if (verdict)
					verdict.property("value", filter.verdict);
				draw();
			} };
	}

	return { make: make, noteOf: noteOf, symbols: symbols };
})();
