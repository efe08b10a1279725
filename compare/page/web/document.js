// SPDX-License-Identifier: GPL-3.0-or-later
// As much of a document as D3 and the plots need to draw where there is no browser.
var document = (function () {
	"use strict";

	function Element(name) {
		var styles = this.styles = {};
		this.nodeName = name;
		this.attributes = {};
		this.childNodes = [];
		this.parentNode = this.text = null;
		this.style = { setProperty: function (key, value) { styles[key] = value; },
			removeProperty: function (key) { delete styles[key]; } };
	}

	Element.prototype = {
		nodeType: 1,
		namespaceURI: "http://www.w3.org/2000/svg",
		get ownerDocument() { return made; },
		setAttribute: function (key, value) { this.attributes[key] = String(value); },
		getAttribute: function (key) {
			return this.attributes.hasOwnProperty(key) ? this.attributes[key] : null; },
		removeAttribute: function (key) { delete this.attributes[key]; },
		insertBefore: function (child, next) {
			if (child.parentNode)
				child.parentNode.removeChild(child);
			var at = next ? this.childNodes.indexOf(next) : this.childNodes.length;
			this.childNodes.splice(at, 0, child);
			child.parentNode = this;
			return child;
		},
		appendChild: function (child) { return this.insertBefore(child, null); },
		removeChild: function (child) {
			this.childNodes.splice(this.childNodes.indexOf(child), 1);
			child.parentNode = null;
			return child;
		},
		// ".class", ":first-child" or a name: no more is asked for.
		matches: function (selector) {
			return selector === ":first-child" ? this.parentNode.childNodes[0] === this :
				selector[0] === "." ? (" " + this.getAttribute("class") + " ")
					.indexOf(" " + selector.slice(1) + " ") >= 0 : this.nodeName === selector;
		},
		querySelectorAll: function (selector) {
			var found = [];
			this.childNodes.forEach(function (child) {
				if (child.matches(selector))
					found.push(child);
				found = found.concat(child.querySelectorAll(selector));
			});
			return found;
		},
		querySelector: function (selector) { return this.querySelectorAll(selector)[0] || null; },
		set textContent(text) {
			this.childNodes = [];
			this.text = String(text);
		},
		toString: function () {
			var self = this, tag = "<" + this.nodeName +
				(this.nodeName === "svg" ? ' xmlns="' + this.namespaceURI + '"' : "");
			var styles = Object.keys(this.styles).map(function (key) {
				return key + ":" + self.styles[key]; });
			Object.keys(this.attributes).forEach(function (key) {
				tag += " " + key + '="' + escape(self.attributes[key]) + '"'; });
			if (styles.length)
				tag += ' style="' + escape(styles.join(";")) + '"';
			return this.text === null && !this.childNodes.length ? tag + "/>" : tag + ">" +
				(this.text === null ? this.childNodes.join("") : escape(this.text)) + "</" +
				this.nodeName + ">";
		}
	};

	function escape(text) {
		return text.replace(/[&<>"]/g, function (c) {
			return { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }[c]; });
	}

	var made = {
		createElementNS: function (space, name) { return new Element(name); },
		createElement: function (name) { return new Element(name); }
	};
	made.documentElement = new Element("svg");
	made.documentElement.appendChild(new Element("g"));
	return made;
})();
