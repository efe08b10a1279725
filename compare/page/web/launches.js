// SPDX-License-Identifier: GPL-3.0-or-later
// The launches of a benchmark, from the blocks "launches-PLACE" and "samples-PLACE".
var launches = (function () {
	"use strict";

	// The text of a block: of the page or, without a browser, of whoever replaces this.
	var text = function (id) {
		var element = document.getElementById(id);
		return element && element.textContent;
	};

	// What Base64 stands for; likewise.
	function bytes(base64) {
		var chars = atob(base64), list = new Uint8Array(chars.length);
		for (var i = 0; i < chars.length; i++)
			list[i] = chars.charCodeAt(i);
		return list;
	}

	// One item a side: { launches: [{ line, round, ... side }], growth }. NULL: not there (yet).
	function read(data, place) {
		var block = api.text("launches-" + place), sides;
		if (!block)
			return null;
		sides = JSON.parse(block);
		sides.forEach(function (side, s) {
			side.launches = side.launches.map(function (values) {
				var launch = { side: s };
				data.launch_columns.forEach(function (name, i) { launch[name] = values[i]; });
				return launch;
			});
		});
		return sides;
	}

	// Gives each launch its samples in ns: a number k is low * (high / low)^((k - 1) / 65534).
	function addSamples(place, sides) {
		var block = JSON.parse(api.text("samples-" + place));
		var width = block.high > block.low ? Math.log(block.high / block.low) : 1;
		sides.forEach(function (side, s) {
			side.launches.forEach(function (launch, i) {
				var bytes = api.bytes(block.sides[s][i] || "");
				launch.samples = [];
				for (var k = 0; k < bytes.length; k += 2) {
					var number = bytes[k] + 256 * bytes[k + 1];
					launch.samples.push(number === 0 ? 0 :
						block.low * Math.exp((number - 1) / 65534 * width));
				}
			});
		});
	}

	function isGood(launch) {
		return launch.counts && launch.status === "ok";
	}

	function isPaired(data) {
		function session(log) {
			var found = log.meta.filter(function (m) { return m[0] === "session"; })[0];
			return found && found[1];
		}
		return data.logs.length === 2 && data.names.length === 2 && !!session(data.logs[0]) &&
			session(data.logs[0]) === session(data.logs[1]);
	}

	// All launches in the order of measurement: of a paired run, the two of a round beside each
	// other; of two runs, one run after the other.
	function inOrder(data, sides) {
		var all = [], paired = isPaired(data);
		sides.forEach(function (side) { all = all.concat(side.launches); });
		return all.sort(function (a, b) {
			return paired ? a.stage - b.stage || a.round - b.round || a.attempt - b.attempt ||
				a.position - b.position || a.side - b.side :
				a.side - b.side || a.line - b.line;
		});
	}

	// What each worker did: { worker, events: [{ start, end (ns), launch, row }] }. Logs have
	// no time of the day: launches follow each other without their pauses.
	function byWorker(data, read) {
		var slots = {}, order = [], workers = {}, paired = isPaired(data);
		data.rows.forEach(function (row) {
			var sides = read(row.place);
			(sides || []).forEach(function (side) {
				side.launches.forEach(function (l) {
					var key = paired ? [row.place, l.stage, l.round, l.attempt].join() :
						[l.side, l.line].join();
					if (l.worker === null || l.wall === null)
						return;
					if (!slots[key])
						order.push(slots[key] = { line: l.line, side: l.side, items: [] });
					slots[key].items.push({ launch: l, row: row });
				});
			});
		});
		order.sort(function (a, b) {
			return (paired ? 0 : a.side - b.side) || a.line - b.line; });
		order.forEach(function (slot) {
			slot.items.sort(function (a, b) { return a.launch.position - b.launch.position; });
			slot.items.forEach(function (item) {
				var w = (item.launch.node ? item.launch.node + " " : "") + item.launch.worker;
				workers[w] = workers[w] || { worker: w, end: 0, events: [] };
				item.start = workers[w].end;
				item.end = workers[w].end = item.start + item.launch.wall;
				workers[w].events.push(item);
			});
		});
		return Object.keys(workers).map(function (w) { return workers[w]; })
			.sort(function (a, b) {
				return a.worker.localeCompare(b.worker, "en", { numeric: true }); });
	}

	var api = { text: text, bytes: bytes, read: read, addSamples: addSamples, isGood: isGood,
		isPaired: isPaired, inOrder: inOrder, byWorker: byWorker };
	return api;
})();
