# SPDX-License-Identifier: GPL-3.0-or-later
"""A headless Chromium, driven over its DevTools protocol: messages of JSON, each ended by NUL, on
descriptors 3 and 4 of the browser. Needs nothing but Python and Debian's package chromium."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find():
    """The path of the program, or None."""
    return shutil.which("chromium")


class Failure(Exception):
    """The browser answered with an error, or ended."""


class Browser:
    """with Browser() as browser: browser.open(path)"""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="bdriver-chromium.")
        to_browser, self.to = os.pipe()
        self.source, from_browser = os.pipe()
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "chromium", find(),
             "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--disable-extensions", "--disable-background-networking",
             "--no-first-run", "--hide-scrollbars", f"--user-data-dir={self.home}", "about:blank"],
            pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.home}, start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.session = b"", 0, None
        self.events = []
        self.problems = []  # errors of scripts and what the console was told

    def __enter__(self):
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(t["targetId"] for t in targets if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(10)
        except (Failure, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.to)
        os.close(self.source)
        shutil.rmtree(self.home, ignore_errors=True)

    def receive(self, seconds=120):
        """The next message. What hangs fails after a long time."""
        while b"\0" not in self.buffer:
            if not select.select([self.source], [], [], seconds)[0]:
                raise Failure("the browser does not answer")
            part = os.read(self.source, 1 << 20)
            if not part:
                raise Failure("the browser has ended")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if message.get("method") == "Runtime.exceptionThrown":
            details = message["params"]["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif message.get("method") == "Runtime.consoleAPICalled":
            self.problems.append(str(message["params"]["args"]))
        elif message.get("method") == "Log.entryAdded":
            self.problems.append(message["params"]["entry"]["text"])
        if "method" in message:
            self.events.append(message["method"])
        return message

    def call(self, method, **params):
        """Calls a method of the protocol and returns its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, path, fragment=""):
        """Loads a file, until its event load."""
        self.events.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path) + fragment)
        while "Page.loadEventFired" not in self.events:
            self.receive()

    def size(self, width, height, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=mobile)

    def theme(self, word):
        """light or dark, as the system says it."""
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": word}])

    def run(self, script):
        """The value of an expression of JavaScript; of a promise, what it gives."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise Failure(result["exceptionDetails"].get("exception", {}).get("description", script))
        return result["result"].get("value")

    def wait_for(self, script, seconds=60):
        """Until the expression is true."""
        end = time.monotonic() + seconds
        while not self.run(f"!!({script})"):
            if time.monotonic() > end:
                raise Failure(f"never true: {script}")
            time.sleep(0.02)

    def frames(self):
        """Until what was changed is painted."""
        self.run("new Promise(f => requestAnimationFrame(() => requestAnimationFrame(() => f(1))))")

    def key(self, key):
        code = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32}.get(key, 0)
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code,
                      **({"text": text} if kind == "keyDown" and text else {}))

    def picture(self, path, whole=False):
        """A picture of the window or, if whole, of the page."""
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(data["data"]))
