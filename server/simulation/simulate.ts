/**
 * Runs a seed from its first command to the final audit, as a property that fast-check can shrink.
 */
import fc from "fast-check";
import { buying } from "./commands/buying.ts";
import { codes } from "./commands/codes.ts";
import type { Commands, CommandArguments } from "./commands/command.ts";
import { coupons } from "./commands/coupons.ts";
import { operatorCommands } from "./commands/operators.ts";
import { lots } from "./commands/lots.ts";
import { money } from "./commands/money.ts";
import { partners } from "./commands/partners.ts";
import { memberCommands } from "./commands/members.ts";
import { time } from "./commands/time.ts";
import { finishRun } from "./final-checks.ts";
import { checkInvariants } from "./invariants.ts";
import { Run } from "./run.ts";
import { withdrawals } from "./commands/withdrawals.ts";
import type { SimulatedServer } from "./simulated-server.ts";

export const commands: Commands = {
  ...memberCommands,
  ...codes,
  ...buying,
  ...money,
  ...partners,
  ...time,
  ...operatorCommands,
  ...lots,
  ...coupons,
  ...withdrawals,
};

const number = fc.nat({ max: 59 });
const commandArguments: fc.Arbitrary<CommandArguments> = fc.oneof(
  ...Object.entries(commands).map(([kind, { weight }]) => ({
    weight,
    arbitrary: fc.record({ kind: fc.constant(kind), a: number, b: number, c: number }),
  })),
);

/** Generates scripts of exactly `length` commands, and shrinks them to as few as still fail. */
class Scripts extends fc.Arbitrary<CommandArguments[]> {
  readonly #whole: fc.Arbitrary<CommandArguments[]>;
  readonly #any: fc.Arbitrary<CommandArguments[]>;
  constructor(length: number) {
    super();
    this.#whole = fc.array(commandArguments, { minLength: length, maxLength: length, size: "max" });
    this.#any = fc.array(commandArguments, { minLength: 0, maxLength: length, size: "max" });
  }
  override generate(mrng: fc.Random): fc.Value<CommandArguments[]> {
    return this.#whole.generate(mrng, undefined);
  }
  override canShrinkWithoutContext(value: unknown): value is CommandArguments[] {
    return this.#any.canShrinkWithoutContext(value);
  }
  override shrink(
    value: CommandArguments[],
    context: unknown,
  ): fc.Stream<fc.Value<CommandArguments[]>> {
    return this.#any.shrink(value, context);
  }
}

/**
 * Commands at the start of every run: two members, one invited by the other, of whom one has money,
 * points, a coupon and a reward.
 */
const SETUP_COMMANDS: readonly CommandArguments[] = [
  { kind: "register", a: 0, b: 1, c: 0 },
  { kind: "register", a: 0, b: 0, c: 0 },
  { kind: "grantCode", a: 1, b: 0, c: 0 },
  { kind: "openCode", a: 0, b: 0, c: 0 },
  { kind: "redeem", a: 0, b: 0, c: 1 },
  { kind: "grantCode", a: 0, b: 0, c: 0 },
  { kind: "openCode", a: 1, b: 0, c: 0 },
  { kind: "redeem", a: 1, b: 0, c: 1 },
  { kind: "claim", a: 0, b: 0, c: 0 },
  { kind: "claim", a: 1, b: 0, c: 0 },
  { kind: "reward", a: 0, b: 1, c: 0 },
];

const kinds = Object.keys(commands);

/** Returns the wished command, or the next possible one in the table. */
function nextPossible(run: Run, wanted: string): string {
  const at = kinds.indexOf(wanted);
  const turned = [...kinds.slice(at), ...kinds.slice(0, at)];
  return turned.find((kind) => commands[kind]?.isPossible(run)) ?? wanted;
}

export type RunResult = { readonly log: readonly string[]; readonly done: number };

/** Runs a script on a reset server. Throws at the first failed check. */
export async function runScript(
  server: SimulatedServer,
  seed: number,
  script: readonly CommandArguments[],
  log: string[] = [],
): Promise<RunResult> {
  await server.begin(`seed ${seed}`);
  const run = new Run(server, seed);
  await run.createOperators();
  let done = 0;
  for (const { kind: wanted, ...numbers } of [...SETUP_COMMANDS, ...script]) {
    const kind = nextPossible(run, wanted);
    const command = commands[kind];
    if (!command) throw new Error(`there is no command ${kind}`);
    const line = `${kind}(${numbers.a}, ${numbers.b}, ${numbers.c})`;
    log.push(line);
    const outcome = await command.run(run, { kind, ...numbers });
    log[log.length - 1] = `${line} → ${outcome}`;
    await checkInvariants(run);
    done += 1;
  }
  log.push("the end");
  await finishRun(run);
  return { log, done };
}

export type SimulationResult =
  | ({ readonly isGood: true } & RunResult)
  | { readonly isGood: false; readonly text: string };

const SHRINK_MS = 60_000;

/** Returns the script of a seed without running it. */
export const scriptOf = (seed: number, length: number): readonly CommandArguments[] =>
  fc.sample(new Scripts(length), { seed, numRuns: 1 })[0] ?? [];

/**
 * Runs one seed, used as fast-check's own seed. A failure is shrunk and reported with its commands.
 */
export async function simulate(
  server: SimulatedServer,
  seed: number,
  length: number,
): Promise<SimulationResult> {
  let ran: RunResult = { log: [], done: 0 };
  let failed: { log: readonly string[]; error: unknown } | undefined;
  const property = fc.asyncProperty(new Scripts(length), async (script) => {
    const log: string[] = [];
    try {
      ran = await runScript(server, seed, script, log);
    } catch (error) {
      failed = { log, error };
      throw error;
    }
  });
  const report = await fc.check(property, {
    seed,
    numRuns: 1,
    interruptAfterTimeLimit: SHRINK_MS,
  });
  if (!report.failed) return { isGood: true, ...ran };
  const [script = []] = report.counterexample ?? [];
  const log: string[] = [];
  const failure = await runScript(server, seed, script, log).then(
    () => failed?.error,
    (error: unknown) => error,
  );
  const reason = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  const lines = log.map((line) => `  ${line}`).join("\n");
  return {
    isGood: false,
    text: `seed ${seed}, shrunk ${report.numShrinks} times:\n${lines}\n${reason}`,
  };
}
