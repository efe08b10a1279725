// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers with units, and statistics of samples. A number that is not known is null or NaN.
var numbers = (function () {
	"use strict";

	function known(x) {
		return x !== null && x !== undefined && isFinite(x);
	}

	function digits(x) {
		var size = Math.abs(x);
		return size >= 99.95 ? x.toFixed(0) : size >= 9.995 ? x.toFixed(1) : x.toFixed(2);
	}

	function time(ns) {
		var units = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]], i = 0;
		if (!known(ns))
			return "–";
		while (i < 3 && Math.abs(ns) < units[i][0] * 0.9995)
			i++;
		return digits(ns / units[i][0]) + " " + units[i][1];
	}

	// For an axis: as many digits as the steps between its ticks need.
	function timeAxis(low, high) {
		var top = Math.max(Math.abs(low), Math.abs(high));
		var unit = top >= 1e9 ? [1e9, "s"] : top >= 1e6 ? [1e6, "ms"] :
			top >= 1e3 ? [1e3, "µs"] : [1, "ns"];
		var places = Math.max(0, Math.min(4,
			Math.ceil(1 - Math.log((high - low) / unit[0]) / Math.LN10)));
		return function (ns) { return (ns / unit[0]).toFixed(places) + " " + unit[1]; };
	}

	function percent(part) {
		if (!known(part))
			return "–";
		var x = 100 * part, size = Math.abs(x);
		return (size >= 99.95 ? x.toFixed(0) : size >= 9.95 ? x.toFixed(1) :
			size >= 0.095 || size === 0 ? x.toFixed(2) : x.toPrecision(1)) + " %";
	}

	// Without zeros at its end: for axes.
	function shortPercent(part) {
		return percent(part).replace(/\.0+ %/, " %").replace(/(\.\d*?)0+ %/, "$1 %");
	}

	// A ratio new / old: as the tables of bdriver compare, a factor from 3 up.
	function change(ratio) {
		if (!known(ratio))
			return "–";
		if (ratio >= 3)
			return "×" + ratio.toPrecision(3);
		if (ratio <= 1 / 3 && ratio > 0)
			return "/" + (1 / ratio).toPrecision(3);
		var size = 100 * Math.abs(ratio - 1);
		return size < 0.005 ? "0.00 %" : (ratio < 1 ? "−" : "+") +
			size.toFixed(size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2) + " %";
	}

	function interval(low, high) {
		return known(low) && known(high) ? change(low) + " … " + change(high) : "–";
	}

	function kib(value) {
		return !known(value) ? "–" : value >= 1024 * 1024 ? digits(value / 1024 / 1024) + " GiB" :
			value >= 1024 ? digits(value / 1024) + " MiB" : Math.round(value) + " KiB";
	}

	function probability(p) {
		return !known(p) ? "–" : p < 0.0001 ? p.toExponential(0) : p.toPrecision(2);
	}

	// Of ascending numbers, as R's type 7.
	function quantile(sorted, part) {
		var at = (sorted.length - 1) * part, i = Math.floor(at);
		return sorted.length === 0 ? NaN : i + 1 < sorted.length ?
			sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]) : sorted[i];
	}

	// Quartiles, and the fence of Tukey: 1.5 IQR beyond them.
	function box(values) {
		var sorted = values.slice().sort(function (a, b) { return a - b; });
		var q1 = quantile(sorted, 0.25), q3 = quantile(sorted, 0.75);
		var low = q1 - 1.5 * (q3 - q1), high = q3 + 1.5 * (q3 - q1);
		var inside = sorted.filter(function (v) { return v >= low && v <= high; });
		return { count: sorted.length, min: sorted[0], q1: q1,
			median: quantile(sorted, 0.5), q3: q3, max: sorted[sorted.length - 1],
			fenceLow: low, fenceHigh: high, lowest: inside[0],
			highest: inside[inside.length - 1],
			outliers: sorted.length - inside.length };
	}

	function deviation(values) {
		var n = values.length, mean = values.reduce(function (a, b) { return a + b; }, 0) / n;
		var squares = values.reduce(function (a, b) { return a + (b - mean) * (b - mean); }, 0);
		return n > 1 ? Math.sqrt(squares / (n - 1)) / mean : NaN;
	}

	// What readers meet for the first time; docs/WORDS.md has more.
	var words = {
		"disturbed": "lost time to another program, or was moved to another CPU. Such a launch is " +
			"judged all the same: the interval is as wide as it must be.",
		"shared core": "another process used the other thread of the core.",
		"preempted": "how often the kernel gave the CPU to another process.",
		"fence": "1.5 interquartile ranges beyond the quartiles (Tukey); samples beyond it are outliers.",
		"moved": "the code is the same, but its time changed: place in memory or machine.",
		"detects": "the smallest change that would have been found in 4 of 5 such runs.",
		"95 % interval": "holds the true change in 95 of 100 runs. The dot is the change, the upright " +
			"line none; small changes get more room than large ones.",
		"noise": "SD of the medians of the launches."
	};

	return { words: words, known: known, time: time, timeAxis: timeAxis, percent: percent, shortPercent: shortPercent, change: change,
		interval: interval, kib: kib, probability: probability, quantile: quantile,
		box: box, deviation: deviation };
})();
