/** Members' pages that keep a socket open: each reconnects after its last event when it is cut. */
import { setTimeout as pause } from "node:timers/promises";
import { openAuthenticatedSocket, type TestSocket } from "../http/socket.fixture.ts";

const RETRY_MS = 200;
const READY_WITHIN_MS = 5_000;

/** Opens a socket for each token, and again whenever it ends, until `stop`. */
export function keepSocketsOpen(origin: string, tokens: readonly string[]) {
  let isStopping = false;
  let cuts = 0;
  let gaps = 0;
  const open = new Set<TestSocket>();
  /** The numbers of the events of each member, in the order of arrival. */
  const received = tokens.map((): number[] => []);

  const keepOpen = async (token: string, ids: number[]) => {
    let after: number | undefined;
    while (!isStopping) {
      // The processes may be down; every fault is answered by another try.
      const socket = await openAuthenticatedSocket(origin, token, after).catch(() => undefined);
      const ready = await socket?.untilFrame("ready", READY_WITHIN_MS).catch(() => undefined);
      if (!socket || !ready) {
        socket?.close();
        await pause(RETRY_MS);
        continue;
      }
      after ??= Number(ready["id"]);
      open.add(socket);
      await new Promise((ended) => socket.socket.once("close", ended));
      open.delete(socket);
      ids.push(...socket.ids().map(Number));
      gaps += socket.of("gap").length;
      after = Math.max(after, ...ids);
      if (!isStopping) cuts += 1;
    }
  };
  const all = Promise.all(tokens.map((token, n) => keepOpen(token, received[n] ?? [])));
  return {
    openNow: () => open.size,
    async stop() {
      isStopping = true;
      for (const socket of open) socket.close();
      await all;
      /** Events that came twice or whose predecessor is missing. */
      const faults = received.flatMap((ids) =>
        ids.filter((id, n) => n > 0 && id !== (ids[n - 1] ?? 0) + 1),
      );
      return { events: received.flat().length, cuts, gaps, faults };
    },
  };
}
