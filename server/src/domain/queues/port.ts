/** Ports of the queues module: the robots that alerts are sent to, and the operators. */
import type { SmsSender } from "../members/port.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { OperatorRights } from "./model.ts";

/** Sends a text to a group by the webhook of its robot. */
export interface RobotSender {
  /** The hosts, with their ports, that an address may have. */
  readonly hosts: readonly string[];
  /**
   * Sends one text. A receiver that knows the key takes the text once. Throws Outage when it is not
   * certain that the robot accepted it, or when its host is not allowed any more.
   */
  send(message: {
    readonly url: string;
    readonly text: string;
    readonly key: string;
  }): Promise<void>;
}

export type NamedOperator = OperatorRights & { readonly name: string };

/** Reads the operators; the module above provides it. */
export interface OperatorDirectory {
  /** Returns the operators who are not disabled, by name; of these ids, or all, at most 200. */
  activeOperators(db: Db | Tx, memberIds?: readonly string[]): Promise<readonly NamedOperator[]>;
}

export type AlertDeps = {
  readonly operators: OperatorDirectory;
  readonly robots: RobotSender;
  readonly sms: SmsSender;
};
