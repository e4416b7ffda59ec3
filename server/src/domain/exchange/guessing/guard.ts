/**
 * Identifies a guesser: whose wrong tries are counted, and what this caller needs before a look-up.
 */
import type { Context } from "../../../platform/context.ts";
import { hashedName, networkSubject } from "../../risk/model.ts";
import type { GuessCaller, VerifiedProof } from "../port.ts";

/** The caller's limits as `exchange_gate` and `exchange_count_wrong` accept them. */
export type GuessLimits = {
  /**
   * The subjects whose wrong tries are counted, and how many within an hour lock the subject. A
   * network is never locked.
   */
  readonly countedSubjects: readonly { readonly subject: string; readonly most?: number }[];
  readonly network: string;
  /** Locks that bar this caller. */
  readonly lockSubjects: readonly string[];
  readonly lockMs: number;
  /** Subjects whose wrong tries require a proof from this caller. */
  readonly proofSubjects: readonly string[];
  /** From this number of wrong tries on, a proof of this many bits is required, level by level. */
  readonly proofLevels: readonly (readonly [tries: number, bits: number])[];
  readonly alarmBits: number;
  readonly proof: { readonly hash: string; readonly bits: number; readonly until: string } | null;
  /** The caller as shown to operators: network and device, hashed. */
  readonly callerLabel: string;
  /** The alert for a canary: `%s` stand for its batch, its last characters and `callerLabel`. */
  readonly canaryAlert: string;
};

/**
 * Accounts and devices are locked at their limit. A network is never locked, since many people may
 * share one (carrier NAT). A caller without a login on such a network, or on a device that guessed,
 * must send a proof that gets harder with the wrong tries.
 */
export function guessLimitsOf(
  context: Pick<Context, "settings" | "secrets">,
  { memberId, device, address }: GuessCaller,
  proof: VerifiedProof | undefined,
): GuessLimits {
  const { settings } = context;
  const network = networkSubject(address);
  const own = [
    ...(memberId
      ? [{ subject: `account:${memberId}`, most: settings.codeWrongPerAccountHour }]
      : []),
    ...(device ? [{ subject: `device:${device}`, most: settings.codeWrongPerDeviceHour }] : []),
  ];
  const hashed = hashedName(context, device ? `device:${device}` : "");
  return {
    countedSubjects: [...own, { subject: network }],
    network,
    lockMs: settings.codeLockMs,
    lockSubjects: own.map(({ subject }) => `code-lock:${subject}`),
    proofSubjects: memberId ? [] : [network, ...own.map(({ subject }) => subject)],
    proofLevels: [
      [settings.codeProofFreeTries, settings.codeProofBits],
      [settings.codeWrongPerDeviceHour, settings.codeProofAlarmBits],
      [settings.codeWrongPerAddressHour, settings.codeProofNetworkBits],
    ],
    alarmBits: settings.codeProofAlarmBits,
    proof: proof
      ? { ...proof, hash: proof.hash.toString("hex"), until: proof.until.toISOString() }
      : null,
    callerLabel: `网络 ${hashedName(context, network)}，设备 ${device ? hashed : "未知"}`,
    canaryAlert: "有人在试诱饵码「%s」尾号 %s，%s",
  };
}
