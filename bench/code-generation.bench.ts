/**
 * Measures the generation of 100,000 codes with all features on, against bare INSERTs of the same
 * number of rows of the same size.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createBatch, submitAndGenerate } from "@yunjing/server/domain/exchange/actions";
import { startBenchServer, createMembers } from "./bench-server.ts";
import { median } from "./compare.ts";

const CODES = 100_000;
const ROUNDS = 3;
/** Rows per statement, as in the product. */
const CHUNK = 2_000;

const server = await startBenchServer();
const { context, db } = server;
const [maker] = await createMembers(server, 1);
if (!maker) throw new Error("there is no operator to make codes");
const { memberId: makerId } = maker;
const target = { target: "points", title: "100 积分", points: 100, validUntil: Date.now() + 864e5 };

async function draft(): Promise<string> {
  const input = { name: "批次", count: CODES, target: { ...target, target: "points" as const } };
  const { batchId } = await createBatch(context, db, { makerId, key: context.ids.next(), input });
  return batchId;
}

type Measured = { readonly seconds: number; readonly cpuSeconds: number; readonly stillMs: number };

/**
 * Measures wall-clock seconds, CPU seconds of this process, and the longest event loop delay in ms.
 */
async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  loop.disable();
  return { seconds, cpuSeconds: (user + system) / 1e6, stillMs: loop.max / 1e6 };
}

async function ours(batchId: string): Promise<void> {
  const making = { makerId, batchId, key: context.ids.next() };
  const { made, state } = await submitAndGenerate(context, db, making);
  if (made !== CODES || state !== "ready") throw new Error(`${made} codes, ${state}`);
}

/**
 * Inserts random bytes that the database generates, as long as real keys and sealed codes. Nothing
 * is sealed or sent.
 */
async function bare(batchId: string): Promise<void> {
  for (let from = 0; from < CODES; from += CHUNK) {
    await db.$client.query({
      name: "bare",
      text: `INSERT INTO code (code_mac, code_id, batch_id, serial, last4, code_sealed, state, valid_from, valid_until,
               created_at)
             SELECT decode(md5(random()::text) || md5(random()::text), 'hex'), gen_random_uuid(), $1, n, '0000',
                    decode(repeat(md5(random()::text), 3), 'hex')::bytea, 'INACTIVE', now(), now(), now()
             FROM generate_series($2::int + 1, $2::int + $3::int) n`,
      values: [batchId, from, CHUNK],
    });
  }
}

const variants = { ours, "bare INSERT": bare };
const rounds: Record<keyof typeof variants, Measured[]> = { ours: [], "bare INSERT": [] };
for (let round = 0; round < ROUNDS; round++) {
  for (const name of ["ours", "bare INSERT"] as const) {
    const batchId = await draft();
    rounds[name].push(await measured(() => variants[name](batchId)));
  }
}
// The bare variant leaves the event loop idle: a delay there means that other work kept the machine
// busy.
const shown = Object.fromEntries(
  Object.entries(rounds).map(([name, all]) => {
    const seconds = median(all.map((one) => one.seconds));
    return [
      name,
      {
        s: seconds.toFixed(2),
        "codes /s": Math.round(CODES / seconds),
        "own CPU s": median(all.map((one) => one.cpuSeconds)).toFixed(2),
        "loop still ms": median(all.map((one) => one.stillMs)).toFixed(0),
      },
    ];
  }),
);
process.stdout.write(`${CODES} codes (medians of ${ROUNDS})\n`);
console.table(shown);
process.stdout.write("  goal: < 10 s on two cores, the loop never still for > 50 ms\n");
await server.close();
process.exit(0);
