/** One line of a statement: its cause, its time, the change, and the balance afterwards. */
import type { StatementEntry } from "@yunjing/contract/schemas/statement";
import { navigateTo } from "../../shell/navigate.ts";
import { Pressable } from "../pressable.tsx";
import { Tag } from "../tag.tsx";
import styles from "./statement.module.css";
import { amountText, changeText, type Unit, causeLink, whenText } from "./statement-text.ts";

interface StatementLineProps {
  readonly line: StatementEntry;
  readonly unit: Unit;
  /** The label of `after`: 剩, 余额. */
  readonly afterName: string;
}

/** The whole line is a link to its cause, where there is one. */
export function StatementLine({ line, unit, afterName }: StatementLineProps) {
  const { title, part, change, after, state } = line;
  const way = causeLink(line);
  const press = way ? { href: way.url, onPress: () => void navigateTo(way.url) } : {};
  return (
    <li>
      <Pressable className={styles.line} {...press}>
        <span className={styles.words}>
          <span className="title-row text-14 ink-900">
            {title}
            {part && <Tag>{part}</Tag>}
            {state === "held" && <Tag tone="warn">占用中</Tag>}
          </span>
          <span className={styles.when}>
            <time>{whenText(line)}</time>
            {way && <span className="sea-700">{way.text}</span>}
          </span>
        </span>
        <span className="grid gap-1 flex-none text-end justify-items-end push-end">
          <span
            className={styles.change}
            data-tone={state === "booked" ? (change > 0 ? "in" : "out") : "waits"}
          >
            {changeText(change, unit)}
          </span>
          {after !== undefined && (
            <span className="caption">
              {afterName} {amountText(after, unit)}
            </span>
          )}
        </span>
      </Pressable>
    </li>
  );
}
