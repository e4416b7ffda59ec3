/**
 * Drives Debian's WebKitGTK over WebDriver, on a virtual screen: the engine of Safari and of WeChat
 * on iOS.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";
import { PHONE } from "../browser.ts";

const DRIVER = "/usr/bin/WebKitWebDriver";
const SCREEN = "/usr/bin/Xvfb";
const LIBRARIES = "/usr/lib";
const BROWSER_IN_LIBRARY = "webkit2gtk-4.1/MiniBrowser";
const START_TIMEOUT_MS = 20_000;
const POLL_MS = 100;

/** Command that installs the packages these tests need. */
export const WEBKIT_PACKAGES = "sudo apt-get install -y webkit2gtk-driver xvfb";

/** Returns the path of WebKitGTK's MiniBrowser, or `undefined` when a part is missing. */
export function findWebkit(): string | undefined {
  if (!existsSync(DRIVER) || !existsSync(SCREEN)) return undefined;
  return readdirSync(LIBRARIES)
    .map((folder) => join(LIBRARIES, folder, BROWSER_IN_LIBRARY))
    .find((path) => existsSync(path));
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/**
 * Starts a virtual screen; Xvfb picks a free display and writes its number to file descriptor 3.
 */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(SCREEN, ["-displayfd", "3", "-screen", "0", "800x1000x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const numbers = screen.stdio[3] as Readable;
  const [number] = await Promise.race([
    new Promise<Buffer[]>((found) => numbers.once("data", (chunk: Buffer) => found([chunk]))),
    new Promise<never>((_, failed) =>
      setTimeout(() => failed(new Error("Xvfb did not start")), START_TIMEOUT_MS).unref(),
    ),
  ]);
  return { screen, display: `:${String(number).trim()}` };
}

async function waitForDriver(origin: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const isUp = await fetch(`${origin}/status`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
  throw new Error(`${DRIVER} did not start`);
}

export type Webkit = {
  /** Opens a browser without cookies or storage, and closes the previous one. */
  open(): Promise<WebDriver>;
  /** Closes the browser and the screen. */
  close(): Promise<void>;
};

/**
 * Starts a new driver for each browser: a driver that has closed one browser may hang at the next.
 */
async function startDriver(display: string, home: string) {
  const port = await freePort();
  const child = spawn(DRIVER, [`--port=${port}`], {
    stdio: "ignore",
    // The driver gets its own process group, so that its browser ends with it.
    detached: true,
    env: {
      ...process.env,
      DISPLAY: display,
      HOME: home,
      LANG: "C.UTF-8",
      TZ: "Asia/Shanghai",
      // Root has no user namespace for WebKit's sandbox; the pages are our own.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitForDriver(origin);
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  return { origin, end };
}

/** Starts a virtual screen for the browser that `findWebkit` found. */
export async function startWebkit(binary: string): Promise<Webkit> {
  const { screen, display } = await startScreen();
  const home = mkdtempSync(join(tmpdir(), "yunjing-webkit-"));
  let driver: Awaited<ReturnType<typeof startDriver>> | undefined;
  return {
    open: async () => {
      driver?.end();
      driver = await startDriver(display, home);
      const capabilities = new Capabilities({
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": { binary, args: ["--automation"] },
      });
      const builder = new Builder().usingServer(driver.origin).withCapabilities(capabilities);
      const browser = await builder.build();
      await browser.manage().window().setRect(PHONE);
      return browser;
    },
    close: async () => {
      driver?.end();
      screen.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
