/** Decodes and re-encodes pictures in a worker thread, one at a time, each with a time limit. */
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import type { ImageType } from "../model.ts";
import { readHeader, isPolyglot } from "./header.ts";

/** The part of a picture that is kept, as fractions of its sides; shown as a square. */
export type Crop = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
export type Square = {
  readonly crop: Crop;
  /** px */
  readonly side: number;
  readonly format: "png" | "avif" | "webp" | "jpeg";
  /** Of JPEG and WebP, 1 to 100; without it that of uploads. */
  readonly quality?: number;
};

export type ReencodedImage = { readonly bytes: Buffer; readonly type: ImageType };
/** Refuses FILE_TYPE, FILE_BROKEN, FILE_LARGE and SYS_BUSY. */
export type ImageReencoder = {
  reencode(bytes: Buffer): Promise<ReencodedImage>;
  /** Returns a part of the picture as a square of one size and format. */
  drawSquare(bytes: Buffer, square: Square): Promise<Buffer>;
  close(): Promise<void>;
};

/** reliability.md 2.5, Uploads. */
export const BYTES_MAX = 10 * 1024 * 1024;
export const SIDE_MAX = 8_000;
export const PIXELS_MAX = 25_000_000;
const TIMEOUT_MS = 10_000;
const HEAP_MB = 96;
const WAITING_MAX = 20;
const RETRY_AFTER_SECONDS = 3;

type Limits = { readonly timeoutMs?: number; readonly waitingMax?: number; readonly script?: URL };

/** Returns the path beside the sources, or the one beside the bundle. */
function findWorkerScript(): URL {
  const found = ["../../../../assets/", "../assets/"]
    .map((folder) => new URL(`${folder}image-press.mjs`, import.meta.url))
    .find((place) => existsSync(place));
  invariant(found, "the script of the picture's thread is missing");
  return found;
}

/** Returns the thread's result; undefined when it failed, died, or timed out. */
function askThread(thread: Worker, job: object, timeoutMs: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const onMessage = ({ bytes }: { bytes?: unknown }) => end(bytes);
    const died = () => end(undefined);
    const end = (bytes: unknown) => {
      clearTimeout(timer);
      thread.off("message", onMessage).off("error", died).off("exit", died);
      resolve(bytes instanceof Uint8Array ? Buffer.from(bytes) : undefined);
    };
    const timer = setTimeout(died, timeoutMs);
    thread.on("message", onMessage).on("error", died).on("exit", died);
    thread.postMessage(job);
  });
}

/** Checks type, file size and dimensions before any pixel is decoded. */
function checkHeader(bytes: Buffer): { type: ImageType; width: number; height: number } {
  if (bytes.length > BYTES_MAX) throw new Refusal("FILE_LARGE");
  const header = readHeader(bytes);
  if (!header) throw new Refusal("FILE_TYPE");
  const { width, height } = header;
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX)
    throw new Refusal("FILE_LARGE");
  if (width === 0 || height === 0) throw new Refusal("FILE_BROKEN");
  return header;
}

export function createImageReencoder(limits: Limits = {}): ImageReencoder {
  const { timeoutMs = TIMEOUT_MS, waitingMax = WAITING_MAX, script } = limits;
  let thread: Worker | undefined;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function begin(): Worker {
    const begun = new Worker(script ?? findWorkerScript(), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      // Without the server's own options (a loader, an inspector).
      execArgv: [],
    });
    // A thread that fails while idle is detected by the next picture.
    begun.on("error", () => undefined);
    begun.unref();
    return begun;
  }

  async function drawn(bytes: Buffer, square?: Square): Promise<ReencodedImage> {
    const { type, width, height } = checkHeader(bytes);
    thread ??= begin();
    const out = await askThread(thread, { bytes, type, width, height, square }, timeoutMs);
    if (!out) {
      // The thread may have ended or still be at work: the next picture gets a new thread.
      const stopped = thread;
      thread = undefined;
      await stopped.terminate();
      throw new Refusal("FILE_BROKEN");
    }
    if (out.length > BYTES_MAX) throw new Refusal("FILE_LARGE");
    // Pixels can be chosen so that they form a page's text after re-encoding.
    if (isPolyglot(out)) throw new Refusal("FILE_TYPE");
    return { bytes: out, type };
  }

  const inTurn = async (bytes: Buffer, square?: Square): Promise<ReencodedImage> => {
    if (waiting >= waitingMax) throw new Refusal("SYS_BUSY", undefined, RETRY_AFTER_SECONDS);
    waiting += 1;
    const mine = last.then(() => drawn(bytes, square)).finally(() => (waiting -= 1));
    last = mine.catch(() => undefined);
    return mine;
  };

  return {
    reencode: (bytes) => inTurn(bytes),
    drawSquare: async (bytes, square) => (await inTurn(bytes, square)).bytes,
    close: async () => {
      await thread?.terminate();
      thread = undefined;
    },
  };
}
