/** Reads the memory of a process that runs with Node's inspector. */
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";

/** Bytes of live objects and buffers after a garbage collection. */
export type LiveMemory = { readonly heap: number; readonly buffers: number };

type Reply = { id: number; result?: { result?: { value?: string } }; error?: { message: string } };

const ATTACH_TRIES = 50;

/** The address of the debugger; it listens before the program runs. */
async function debuggerUrl(port: number): Promise<string> {
  for (let tried = 0; tried < ATTACH_TRIES; tried += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined);
    const [target]: { webSocketDebuggerUrl: string }[] = answer?.ok ? await answer.json() : [];
    if (target) return target.webSocketDebuggerUrl;
    await pause(100);
  }
  throw new Error(`no inspector listens at ${port}`);
}

/** Attaches to a process that was started with `NODE_OPTIONS=--inspect=127.0.0.1:<port>`. */
export async function attachInspector(port: number) {
  const socket = new WebSocket(await debuggerUrl(port));
  await new Promise((open, failed) => {
    socket.once("open", open);
    socket.once("error", failed);
  });
  let commands = 0;
  const send = (method: string, params: object = {}): Promise<Reply> => {
    commands += 1;
    const id = commands;
    return new Promise((done, failed) => {
      const receive = (data: unknown) => {
        const reply: Reply = JSON.parse(String(data));
        if (reply.id !== id) return;
        socket.off("message", receive);
        if (reply.error) failed(new Error(`${method}: ${reply.error.message}`));
        else done(reply);
      };
      socket.on("message", receive);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
  const evaluate = async (expression: string): Promise<string> => {
    const { result } = await send("Runtime.evaluate", { expression, returnByValue: true });
    return result?.result?.value ?? "";
  };
  return {
    evaluate,
    /** Collects garbage, and returns what is still alive. */
    async liveMemory(): Promise<LiveMemory> {
      // The second collection removes what finalizers of the first one released.
      await send("HeapProfiler.collectGarbage");
      await send("HeapProfiler.collectGarbage");
      const used: { heapUsed: number; arrayBuffers: number } = JSON.parse(
        await evaluate("JSON.stringify(process.memoryUsage())"),
      );
      return { heap: used.heapUsed, buffers: used.arrayBuffers };
    },
    close: () => socket.terminate(),
  };
}
export type Inspector = Awaited<ReturnType<typeof attachInspector>>;
