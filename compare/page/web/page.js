// SPDX-License-Identifier: GPL-3.0-or-later
// The whole page: verdict, tabs, table, one benchmark; what its address names is open.
var page = {};
(function () {
	"use strict";

	var data = JSON.parse(document.getElementById("data").textContent);
	var figures = [], list, left, tabs, tip, names = {}, cache = {};
	data.rows.forEach(function (row, i) {
		row.place = i;
		row.tags = tagsOf(row);
	});

	// Logs have them by suite: {"tag": ["benchmark", ...]}.
	function tagsOf(row) {
		var key = "suite." + row.suite + ".tags", found = [];
		data.logs.forEach(function (log) {
			log.meta.forEach(function (m) {
				if (m[0] !== key)
					return;
				cache[m[1]] = cache[m[1]] || JSON.parse(m[1]);
				Object.keys(cache[m[1]]).forEach(function (tag) {
					if (found.indexOf(tag) < 0 && cache[m[1]][tag].indexOf(row.name) >= 0)
						found.push(tag);
				});
			});
		});
		return found;
	}

	// "#suite/name"; a tab is "#?name", which no encoded name begins with.
	page.link = function (row) {
		return "#" + suitePlots.fullName(row).split("/").map(encodeURIComponent).join("/");
	};

	data.rows.forEach(function (row) { names[page.link(row)] = row; });

	function read(place) {
		cache[place] = cache[place] || launches.read(data, place);
		return cache[place];
	}

	function plural(n, word) {
		return n + " " + word + (n === 1 ? "" : "s");
	}

	function countOf(word) {
		var found = data.counts.filter(function (c) { return c[0] === word; })[0];
		return found ? found[1] : 0;
	}

	function verdictText() {
		var slower = countOf("regressed"), faster = countOf("improved"), lost = countOf("failed");
		var far = data.rows.filter(function (row) { return row.moved_far; }).length;
		if (data.verdict)
			return data.verdict;
		if (slower || faster || lost)
			return [slower && plural(slower, "benchmark") + " regressed", faster && (slower ?
				faster : plural(faster, "benchmark")) + " improved", lost && lost + " failed"]
				.filter(Boolean).join(", ");
		if (far)
			return plural(far, "benchmark") + " with the same code moved far";
		if (data.undecided)
			return "Could not decide: the machine or the program";
		return countOf("inconclusive") ? "No change found" : "No benchmark changed";
	}

	function header(body) {
		var head = body.append("header"), bar = head.append("div").attr("class", "masthead");
		bar.append("span").attr("class", "title").text("bdriver · " + data.title);
		bar.append("button").attr("type", "button").on("click", switchTheme).text(themeText());
		head.append("h1").text(verdictText());
		data.headline.forEach(function (line) {
			head.append("p").attr("class", "headline").text(line); });
		var counts = head.append("div").attr("class", "counts").selectAll("button")
			.data(data.counts).enter().append("button").attr({ type: "button",
				"class": function (c) { return "count " + suitePlots.kind({ verdict: c[0] }); } })
			.on("click", function (c) {
				if (!current().table)
					location.hash = "";
				list.show(c[0]);
			});
		counts.append("span").text(function (c) { return table.symbols[c[0]] || ""; });
		counts.append("b").text(function (c) { return c[1]; });
		counts.append("span").text(function (c) {
			return c[0] + (c[1] > 1 && /^(error|warning|info)$/.test(c[0]) ? "s" : ""); });
		page.counts = function (word) {
			counts.attr("aria-pressed", function (c) { return String(c[0] === word); });
		};
		if (data.caveats.length)
			caveats(head);
	}

	function caveats(head) {
		var box = head.append("div").attr("class", "caveats");
		box.append("div").text(data.caveats[0]);
		if (data.caveats.length < 2)
			return;
		box = box.append("details");
		box.append("summary").text(plural(data.caveats.length - 1, "more caveat"));
		box.append("ul").selectAll("li").data(data.caveats.slice(1)).enter().append("li").text(String);
	}

	var themes = ["auto", "light", "dark"];

	function theme() {
		return document.documentElement.getAttribute("data-theme") || "auto";
	}

	function themeText() {
		return { auto: "◐ auto", light: "○ light", dark: "● dark" }[theme()];
	}

	function setTheme(word) {
		if (word === "auto")
			document.documentElement.removeAttribute("data-theme");
		else
			document.documentElement.setAttribute("data-theme", word);
	}

	// A page opened from a disk may have no memory.
	function switchTheme() {
		setTheme(themes[(themes.indexOf(theme()) + 1) % 3]);
		d3.select(this).text(themeText());
		try {
			localStorage.setItem("bdriver-theme", theme());
		} catch (e) { }
	}

	try {
		setTheme(localStorage.getItem("bdriver-theme") || "auto");
	} catch (e) { }

	// A heading, a sentence, and a plot that is drawn once it comes into view.
	page.figure = function (grid, title, text, wide, draw, file) {
		var box = grid.append("section").attr("class", "figure" + (wide ? " wide" : ""));
		var head = box.append("header");
		head.append("h3").text(title);
		head.append("button").attr({ type: "button", title: "save this plot as a file of SVG" })
			.text("SVG").on("click", function () { save(box.select("svg.plot").node(), file); });
		if (text)
			box.append("p").text(text);
		var figure = { box: box, node: box.append("div").node(), draw: draw };
		figures.push(figure);
		return box;
	};

	// Which colour is which build.
	page.key = function (parent) {
		data.names.forEach(function (name, s) { keyOf(parent, s ? "new" : "old", name); });
	};

	function keyOf(parent, colour, text) {
		var one = parent.append("span");
		one.append("i").attr("class", "key " + colour);
		one.append("span").text(text);
	}

	function render(figure) {
		var frame;
		d3.select(figure.node).text("");
		frame = figure.draw(figure.node, Math.floor(figure.node.clientWidth));
		figure.box.classed("hidden", !frame);
		if (frame)
			listen(frame);
	}

	page.redraw = function () {
		figures.forEach(render);
	};

	function listen(frame) {
		var node = frame.svg.node(), found = null;
		frame.svg.classed("links", frame.hits.some(function (h) { return h.row !== undefined; }));
		frame.svg.on("pointermove", function () {
			found = nearest(frame.hits, d3.mouse(node));
			showTip(found, d3.event);
		}).on("pointerleave", function () { showTip(null); }).on("click", function () {
			found = nearest(frame.hits, d3.mouse(node));
			if (found && found.row !== undefined)
				location.hash = page.link(data.rows[found.row]);
		});
	}

	// Sideways counts less than up and down, as most plots have a point per column.
	function nearest(hits, at) {
		var best = null, least = 30 * 30;
		hits.forEach(function (h) {
			var dx = h.x - at[0], dy = (h.y - at[1]) / 2, d = dx * dx + dy * dy;
			if (d < least) {
				least = d;
				best = h;
			}
		});
		return best;
	}

	function showTip(hit, event) {
		tip.classed("hidden", !hit);
		if (!hit)
			return;
		tip.text(hit.text);
		var box = tip.node().getBoundingClientRect();
		tip.style({ left: Math.max(4, Math.min(event.clientX + 14,
			innerWidth - box.width - 8)) + "px",
			top: (event.clientY + 18 + box.height > innerHeight ? event.clientY - box.height - 10 :
				event.clientY + 18) + "px" });
	}

	// The plot with its styles inside, for other documents.
	function save(svg, file) {
		var copy = svg.cloneNode(true), link = document.createElement("a");
		plot.dress(copy, d3.selectAll("style")[0][1].textContent, file, data.names.length > 1 &&
			svg.querySelector(".old") ? data.names : null);
		link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)],
			{ type: "image/svg+xml" }));
		link.download = file.replace(/[^A-Za-z0-9._-]+/g, "-") + ".svg";
		link.click();
		setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
	}

	var pages = {
		"": { title: "Benchmarks", table: true },
		effects: { title: "Effects", when: function () { return data.kind === "compare"; },
			draw: function (parent) {
				suiteFigure(parent, "Changes, sorted", "Bars are 95 % intervals; the band holds " +
					"changes below the threshold. The axis is not linear: small changes get more room than " +
					"large ones. Select a dot to open its benchmark.", "effects", true);
				suiteFigure(parent, "Change against q value", "Upper left: faster; upper right: " +
					"slower. Dots below the dashed line are no findings.", "volcano", true);
			} },
		noise: { title: "Noise", draw: function (parent) {
			suiteFigure(parent, "What could be detected", "Read: a change of this size is detected " +
				"in this share of the benchmarks.", "resolution");
			var box = suiteFigure(parent, "Noise", "Differences between launches of the same build.", "noise");
			if (data.names.length > 1)
				page.key(box.append("p").attr("class", "keys"));
		} },
		timeline: { title: "Time line", draw: drawTimeline },
		run: { title: "About the run", draw: drawRun }
	};

	function suiteFigure(parent, title, text, name, wide) {
		return page.figure(parent, title, text, wide, function (node, width) {
			return suitePlots[name](node, data, width);
		}, name);
	}

	function drawTimeline(parent) {
		if (document.readyState === "loading") {
			parent.append("p").text("The launches are still loading …");
			document.addEventListener("DOMContentLoaded", show);
			return;
		}
		page.figure(parent, "Time line of the run", "Each worker's launches, one after the other, " +
			"without the pauses between them. A disturbed one " + numbers.words.disturbed, true, function (node, width) {
			return timeline.draw(node, data, width, read);
		}, "timeline");
		var counts = timeline.count(data, read), key = parent.append("p").attr("class", "figure wide keys");
		Object.keys(counts).forEach(function (k) {
			keyOf(key, k, counts[k] + " " + (k === "shared" ? "on a shared core" : k));
		});
	}

	function drawRun(parent) {
		var labels = data.names.concat("rule", "mean", "same code"), facts = parent.append("div")
			.attr("class", "figure wide").append("table").attr("class", "numbers").append("tbody")
			.selectAll("tr").data(data.facts).enter().append("tr");
		facts.append("td").text(function (fact, i) { return labels[i]; });
		facts.append("td").text(String);
		var keys = [], values = data.logs.map(function (log) {
			var all = { path: log.path, format: log.format, complete: String(log.complete) };
			log.meta.forEach(function (m) {
				if (!/^suite\..*\.tags$/.test(m[0]))
					all[m[0]] = m[1];
			});
			Object.keys(all).forEach(function (k) { if (keys.indexOf(k) < 0) keys.push(k); });
			return all;
		});
		var rows = parent.append("div").attr("class", "figure wide").append("table")
			.attr("class", "meta").append("tbody").selectAll("tr").data(keys).enter().append("tr")
			.classed("differs", function (k) {
				return values.length > 1 && values[0][k] !== values[1][k]; });
		rows.append("td").attr("class", "muted").text(String);
		values.forEach(function (all) {
			rows.append("td").text(function (k) { return all[k] === undefined ? "–" : all[k]; });
		});
	}

	function wordList(parent) {
		var box = parent.append("details");
		box.append("summary").text("Words");
		box = box.append("dl");
		d3.entries(numbers.words).forEach(function (word) {
			box.append("dt").text(word.key);
			box.append("dd").text(word.value);
		});
		parent.append("p").text("Keys: / filters, j and k open the next and the previous benchmark, " +
			"Escape goes back.");
	}

	// What the address names: a tab, or a benchmark.
	function current() {
		var hash = location.hash, row = names[hash], tab = hash.slice(0, 2) === "#?" && pages[hash.slice(2)];
		if (!row && hash.length > 1 && !tab)
			try {
				row = names["#" + decodeURI(hash.slice(1)).split("/").map(encodeURIComponent).join("/")];
			} catch (e) { }
		return { row: row, tab: row ? null : tab || pages[""], table: !row && !tab };
	}

	function neighbours(row) {
		var rows = list.rows(), at = rows.indexOf(row);
		return [rows[at - 1], rows[at + 1]];
	}

	function show() {
		var now = current(), split = d3.select(".split"), side = d3.select(".side");
		figures = [];
		showTip(null);
		side.text("");
		side.attr("class", "side " + (now.row ? "bench" : now.table ? "" : "figures"));
		d3.select("body").classed("open", !!now.row);
		d3.select(".list-part").classed("hidden", !now.row && !now.table);
		split.attr("data-view", now.row ? "bench" : now.tab.title);
		tabs.attr("aria-current", function (t) {
			return pages[t] === (now.row ? pages[""] : now.tab) ? "page" : null; });
		document.title = (now.row ? suitePlots.fullName(now.row) + " · " : "") + data.title;
		list.mark(now.row ? now.row.place : -1);
		if (left && now.table && document.activeElement === document.body)
			list.back(left);
		left = now.row;
		if (now.row) {
			if (!bench.draw(side, data, now.row, neighbours(now.row)))
				document.addEventListener("DOMContentLoaded", show);
			if (side.node().getBoundingClientRect().top < 0)
				window.scrollTo(0, 0);
		} else if (now.tab.draw) {
			now.tab.draw(side);
		}
		page.redraw();
	}

	function keys(event) {
		var now = current(), row, rows, at;
		if (event.key === "Escape" && event.target === list.search)
			list.search.blur();
		if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=checkbox]), select"))
			return;
		if (event.key === "/") {
			event.preventDefault();
			location.hash = "";
			list.search.focus();
		} else if (event.key === "Escape" && now.row) {
			location.hash = "";
		} else if (event.key === "j" || event.key === "k") {
			rows = list.rows();
			at = now.row ? rows.indexOf(now.row) + (event.key === "j" ? 1 : -1) : 0;
			row = rows[at];
			if (row)
				location.hash = page.link(row);
		}
	}

	function start() {
		var body = d3.select("body"), split;
		header(body);
		tabs = body.append("nav").attr({ "class": "tabs", "aria-label": "views" }).selectAll("a")
			.data(Object.keys(pages).filter(function (t) {
				return !pages[t].when || pages[t].when(); }))
			.enter().append("a").attr("href", function (t) { return t ? "#?" + t : "#"; })
			.text(function (t) { return pages[t].title; });
		split = body.append("main").attr("class", "split");
		tip = body.append("div").attr({ "class": "tip hidden", role: "tooltip" });
		list = table.make(split.append("div").attr("class", "list-part"), data);
		split.append("div").attr("class", "side");
		wordList(body.append("footer").attr("class", "words"));
		window.addEventListener("hashchange", show);
		window.addEventListener("keydown", keys);
		var timer, width = innerWidth;
		window.addEventListener("resize", function () {
			clearTimeout(timer);
			if (width !== innerWidth)
				timer = setTimeout(page.redraw, 120);
			width = innerWidth;
		});
		show();
	}

	start();
})();
