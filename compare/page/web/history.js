// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of a history: overview, events, benchmarks, nights, machine. The address says which:
// "#PAGE/CLASS/PLACE". Data are scripts that call site.take(), as a page from the disk may not
// read other files.
var site = (function () {
	"use strict";

	var data, body, taken = {}, wanted = {};
	var pages = { overview: overview, events: eventPage, benchmark: benchmark, nights: heat,
		machine: machine };

	function take(name, value) {
		if (name === "index") {
			data = value;
			body = d3.select("#site");
			d3.select(window).on("hashchange", show).on("resize", function () {
				if (where().page !== "overview") // its search would be lost
					show();
			});
			show();
			return;
		}
		taken[name] = value;
		if (wanted[name])
			show();
	}

	// The value of data/NAME.js; null: it is on its way, and the page is drawn again.
	function need(name) {
		if (!taken[name] && !wanted[name]) {
			wanted[name] = true;
			d3.select("head").append("script").attr("src", "data/" + name + ".js");
		}
		return taken[name] || null;
	}

	function where() {
		var parts = location.hash.slice(1).split("/").map(decodeURIComponent);
		return { page: pages[parts[0]] ? parts[0] : "overview",
			place: data.classes[+parts[1]] ? +parts[1] : 0, item: parts[2] };
	}

	function address(page, place, item) {
		return "#" + [page, place].concat(item === undefined ? [] : [item])
			.map(encodeURIComponent).join("/");
	}

	function date(one, night) {
		return new Date(one.nights[night][0] * 1000).toISOString().slice(0, 10);
	}

	function name(one, line) {
		return one.lines[line][0] + "/" + one.lines[line][1];
	}

	function interval(effect) {
		return numbers.change(effect[1]) + " .. " + numbers.change(effect[2]);
	}

	function show() {
		var at = where(), one = data.classes[at.place];
		body.text("");
		var bar = body.append("header").append("div").attr("class", "masthead");
		bar.append("span").attr("class", "title").text("bdriver history · " + one.name);
		if (data.classes.length > 1)
			data.classes.forEach(function (other, i) {
				bar.append("a").attr("href", address("overview", i)).text(other.name);
			});
		var tabs = body.append("nav").attr("class", "tabs");
		[["overview", "Events"], ["nights", "Nights × benchmarks"], ["machine", "Machine"]]
			.forEach(function (tab) {
				tabs.append("a").attr("href", address(tab[0], at.place)).text(tab[1])
					.attr("aria-current", at.page === tab[0] ? "page" : null);
			});
		document.title = "bdriver history · " + one.name;
		pages[at.page](body.append("main"), one, at);
	}

	// columns: [title, text or node maker, is a number]
	function rows(parent, list, columns, link) {
		var all = parent.append("table").attr("class", "list");
		all.append("thead").append("tr").selectAll("th").data(columns).enter().append("th")
			.attr("class", function (c) { return c[2] ? "number" : null; })
			.text(function (c) { return c[0]; });
		list.forEach(function (item) {
			var row = all.append("tbody").append("tr");
			columns.forEach(function (c, i) {
				var cell = row.append("td").attr("class", c[2] ? "number" : i ? null : "name");
				if (!i && link && link(item))
					cell = cell.append("a").attr("href", link(item));
				cell.text(c[1](item));
			});
			if (item.changes && item.changes[0])
				row.select("td.number").classed(item.changes[0][1] > 1 ? "slower" : "faster", true);
		});
		return all;
	}

	function overview(main, one, at) {
		var last = one.nights[one.nights.length - 1];
		var open = one.events.filter(function (e) { return e.state === "new" || e.state === "due"; });
		main.append("h1").text(open.length ? open.length + (open.length === 1 ?
			" event is new or due" : " events are new or due") : one.step || one.pending ? "Could not decide" :
			"Nothing is new");
		if (one.step)
			main.append("p").attr("class", "headline").text("The last night: " + one.step);
		if (one.pending)
			main.append("p").attr("class", "headline").text("Not yet judged: " + one.pending);
		if (one.noisy)
			main.append("p").text("Too noisy to watch: " + one.noisy);
		main.append("p").attr("class", "headline").text(one.nights.length + " nights, the last one " +
			date(one, one.nights.length - 1) + ": " + last[4] +
			(last[4] === 1 ? " benchmark" : " benchmarks") + " failed, " + last[3] +
			" of " + last[2] + " launches disturbed.");
		rows(main, one.events, [["event", function (e) { return e.name; }],
			["state", function (e) { return e.state; }],
			["changed", function (e) { return e.changed; }],
			["effect", function (e) { return numbers.change(e.changes[0][1]); }, true],
			["95 % interval", function (e) { return interval(e.changes[0].slice(1)); }, true],
			["benchmarks", function (e) { return e.benchmarks; }], ["where", function (e) { return e.place; }],
			["decision", function (e) {
				var d = e.decisions[e.decisions.length - 1];
				return d ? d.what + ": " + d.why : "";
			}]], function (e) { return address("events", at.place, e.name); });
		main.append("h2").text("Benchmarks");
		var find = main.append("div").attr("class", "filters").append("input").attr({ type: "search",
			placeholder: "Name of a benchmark", "aria-label": "Name of a benchmark" });
		var box = main.append("div");
		function list() {
			var word = find.property("value").toLowerCase();
			var found = d3.range(one.lines.length).filter(function (i) {
				return name(one, i).toLowerCase().indexOf(word) >= 0; });
			box.text("");
			rows(box, found.slice(0, 200), [["benchmark", function (i) { return name(one, i); }],
				["level", function (i) { return numbers.time(one.lines[i][3]); }, true],
				["SD of a night", function (i) { return numbers.percent(one.lines[i][2]); }, true],
				["nights", function (i) { return one.lines[i][4]; }, true],
				["changes", function (i) { return one.lines[i][5]; }, true]],
				function (i) { return address("benchmark", at.place, i); });
			if (found.length > 200)
				box.append("p").attr("class", "muted").text("and " + (found.length - 200) +
					" more: give more of the name");
		}
		find.on("input", list);
		list();
	}

	function eventPage(main, one, at) {
		var event = one.events.filter(function (e) { return e.name === at.item; })[0];
		if (!event) {
			main.append("h1").text("There is no event " + at.item);
			main.append("p").text(one.withdrawn[at.item] || "");
			return;
		}
		main.append("h1").text(event.name + ": " + numbers.change(event.changes[0][1]) + ", " +
			event.changed + ", " + event.state);
		main.append("p").attr("class", "headline").text("First in " + date(one, event.best) +
			(event.low === event.high ? "" : " (between " + date(one, event.low) + " and " +
			date(one, event.high) + ")") + "; " + event.place + ".");
		event.decisions.forEach(function (d) {
			var p = main.append("p").text(d.when + " " + (d.who || "") + " " + d.what + ": " + d.why +
				(d.up_to === null ? "" : " (up to " + numbers.percent(d.up_to) + ")") +
				(d.until ? " (until " + d.until + ")" : "") + " ");
			if (d.link && /^https?:/.test(d.link))
				p.append("a").attr("href", d.link).text(d.link);
		});
		main.append("h2").text("Commits");
		rows(main, d3.range(event.low, event.high + 1), [["night", function (t) { return date(one, t); }],
			["commit", function (t) { return one.nights[t][1] || "not known"; }]]);
		main.append("h2").text("Benchmarks");
		rows(main, event.changes, [["benchmark", function (c) { return name(one, c[0]); }],
			["effect", function (c) { return numbers.change(c[1]); }, true],
			["95 % interval", function (c) { return interval(c.slice(1)); }, true],
			["state", function (c) { return c[4]; }]],
			function (c) { return address("benchmark", at.place, c[0]); });
		event.changes.slice(0, 6).forEach(function (c) {
			main.append("h3").text(name(one, c[0]));
			chart(main, one, at, c[0]);
		});
	}

	function chart(main, one, at, line) {
		var all = need(at.place + "-" + line), box = main.append("div").attr("class", "chart");
		if (!all) {
			box.append("p").attr("class", "muted").text("Loading");
			return null;
		}
		var values = all.points.map(function (p) { return p[1]; });
		var low = d3.min(values), high = d3.max(values), room = Math.max((high - low) * 0.1, low * 0.005);
		var f = plot.frame(box.node(), { width: Math.min(box.node().clientWidth || 900, 1200),
			height: 300, title: name(one, line) + " over the nights",
			x: { scale: d3.time.scale.utc().domain([new Date(one.nights[0][0] * 1000),
				new Date(one.nights[one.nights.length - 1][0] * 1000)]) },
			y: { scale: d3.scale.linear().domain([low - room, high + room]),
				label: "time, shifts of the machine taken out",
				format: numbers.timeAxis(low - room, high + room) } });
		function x(night) { return f.x(new Date(one.nights[night][0] * 1000)); }
		all.points.forEach(function (p) {
			if (p[4] && p[4] !== ".")
				plot.note(f, "", x(p[0]), 10, "middle", p[4]);
		});
		plot.segments(f.inner, "limit", all.points.filter(function (p) { return p[4] && p[4] !== "."; })
			.map(function (p) { return [x(p[0]), 14, x(p[0]), f.height]; }));
		plot.segments(f.inner, "error", all.points.filter(function (p) { return p[2] !== null; })
			.map(function (p) {
				return [x(p[0]), f.y(p[1] * (1 - 2 * p[2])), x(p[0]), f.y(p[1] * (1 + 2 * p[2]))];
			}));
		plot.dots(f.inner, "night", all.points.map(function (p) { return [x(p[0]), f.y(p[1])]; }));
		plot.segments(f.inner, "level", all.levels.map(function (l) {
			return [x(l.from), f.y(l.begin), x(l.to), f.y(l.end)]; }));
		return all;
	}

	function benchmark(main, one, at) {
		var line = +at.item, all;
		if (!one.lines[line]) {
			main.append("h1").text("There is no such benchmark");
			return;
		}
		main.append("h1").text(name(one, line));
		main.append("p").attr("class", "headline").text(one.lines[line][4] +
			" nights, SD from night to night " + numbers.percent(one.lines[line][2]) +
			". M: machine, T: compiler, B: the benchmark itself changed.");
		all = chart(main, one, at, line);
		if (!all)
			return;
		main.append("h2").text("Levels");
		rows(main, all.levels.slice().reverse(), [["from", function (l) { return date(one, l.from); }],
			["nights", function (l) { return l.count; }, true],
			["level", function (l) { return numbers.time(l.level); }, true],
			["change", function (l) { return l.effect ? numbers.change(l.effect[0]) : ""; }, true],
			["95 % interval", function (l) { return l.effect ? interval(l.effect) : ""; }, true],
			["event", function (l) { return l.event === undefined ? "" : one.events[l.event].name; }],
			["state", function (l) { return l.state || ""; }],
			["commit", function (l) {
				return l.event === undefined ? "" : one.nights[l.from][1] || one.events[l.event].place; }],
			["decision", function (l) {
				var d = l.event === undefined ? null : one.events[l.event].decisions.slice(-1)[0];
				return d ? d.what + ": " + d.why : "";
			}]], function (l) {
			return l.event === undefined ? null : address("events", at.place, one.events[l.event].name); });
		main.append("h2").text("Last nights");
		rows(main, all.points.slice(-14).reverse(), [["night", function (p) { return date(one, p[0]); }],
			["time", function (p) { return numbers.time(p[3]); }, true],
			["error", function (p) { return p[2] === null ? "" : numbers.percent(p[2]); }, true],
			["commit", function (p) { return one.nights[p[0]][1] || ""; }]]);
	}

	// Blue is faster, orange is slower than the first level, full colour from 12.5 % on.
	function heat(main, one, at) {
		var all = need("heat-" + at.place);
		var size = Math.max(2, Math.min(8, Math.floor(1100 / one.nights.length)));
		main.append("h1").text("Nights × benchmarks");
		main.append("p").attr("class", "headline").text(
			"Each row is a benchmark, each column a night. Orange is slower and blue is faster " +
			"than its first level; full colour is 12.5 %. A click opens the benchmark.");
		if (!all)
			return;
		var tip = main.append("p").attr("class", "muted").text("\u00a0");
		var canvas = main.append("div").style("overflow-x", "auto").append("canvas").attr({
			width: one.nights.length * size, height: all.length * size, role: "img",
			"aria-label": "Heat map of nights and benchmarks" });
		var pen = canvas.node().getContext("2d"), probe = main.append("span");
		function colour(word) {
			probe.style("color", "var(--" + word + ")");
			return getComputedStyle(probe.node()).color;
		}
		var slower = colour("slower"), faster = colour("faster");
		all.forEach(function (text, row) {
			for (var t = 0; t < text.length; t++) {
				var steps = text.charCodeAt(t) - 65 - 26;
				if (text[t] === "." || !steps)
					continue;
				pen.globalAlpha = Math.min(Math.abs(steps) / 25, 1);
				pen.fillStyle = steps > 0 ? slower : faster;
				pen.fillRect(t * size, row * size, size, size);
			}
		});
		probe.remove();
		function pointed() {
			var place = d3.mouse(canvas.node());
			return { night: Math.floor(place[0] / size), line: Math.floor(place[1] / size) };
		}
		canvas.on("mousemove", function () {
			var p = pointed();
			if (one.lines[p.line] && one.nights[p.night])
				tip.text(name(one, p.line) + ", " + date(one, p.night));
		}).on("click", function () {
			var p = pointed();
			if (one.lines[p.line])
				location.hash = address("benchmark", at.place, p.line);
		});
	}

	function machine(main, one) {
		main.append("h1").text("Machine");
		main.append("p").attr("class", "headline").text("What the machine was, and what benchmarks " +
			"with the same code did together, which is taken out of all lines.");
		var nights = d3.range(one.nights.length);
		rows(main, nights.filter(function (t) {
			return one.nights[t][6] !== null || one.nights[t][5] !== 1; }).reverse(),
			[["night", function (t) { return date(one, t); }],
				["shift", function (t) {
					return one.nights[t][5] === 1 ? "" : numbers.change(one.nights[t][5]); }, true],
				["machine", function (t) { return one.nights[t][6] || ""; }]]);
		main.append("h2").text("Nights");
		rows(main, nights.slice(-60).reverse(), [["night", function (t) { return date(one, t); }],
			["launches", function (t) { return one.nights[t][2]; }, true],
			["disturbed", function (t) { return one.nights[t][3]; }, true],
			["benchmarks failed", function (t) { return one.nights[t][4]; }, true],
			["commit", function (t) { return one.nights[t][1] || ""; }]]);
	}

	return { take: take };
}());
