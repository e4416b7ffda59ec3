/** A statement of points or money: pending lines first, then month by month with its sums. */
import type { StatementEntry } from "@yunjing/contract/schemas/statement";
import type { ReactNode } from "react";
import { InfiniteList, type InfiniteListQuery } from "../infinite-list.tsx";
import { Bone } from "../skeleton.tsx";
import styles from "./statement.module.css";
import { groupsOf } from "./statement-groups.ts";
import { StatementLine } from "./statement-line.tsx";
import { amountText, monthText, type Unit } from "./statement-text.ts";

/** One total of a month: 获得 320, 支出 ¥40.00; never negative. */
export type Sum = { readonly name: string; readonly amount: number };

type Pages<M> = {
  readonly pages: readonly {
    readonly list: readonly StatementEntry[];
    readonly months: readonly M[];
  }[];
};

interface StatementProps<M extends { readonly month: string }> {
  readonly unit: Unit;
  /** Accessible name of the whole statement: 积分明细. */
  readonly label: string;
  readonly query: Omit<InfiniteListQuery<StatementEntry>, "data"> & {
    readonly data: Pages<M> | undefined;
  };
  /** Returns the sums of a month in display order. */
  readonly sumsOf: (month: M) => readonly Sum[];
  /** The label of `after` before its number; 剩 by default. */
  readonly afterName?: string | undefined;
  readonly empty: ReactNode;
  readonly errorNote: string;
}

interface GroupProps extends Pick<StatementProps<never>, "unit"> {
  readonly title: string;
  readonly sums: readonly Sum[];
  readonly lines: readonly StatementEntry[];
  readonly afterName: string;
}

const Group = ({ title, sums, lines, unit, afterName }: GroupProps) => (
  <section className="min-width-0" aria-label={title}>
    <header className={styles.head}>
      <h2 className="text-16 ink-900 strong">{title}</h2>
      {sums.length > 0 && (
        <dl className={styles.sums}>
          {sums.map(({ name, amount }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{amountText(amount, unit)}</dd>
            </div>
          ))}
        </dl>
      )}
    </header>
    <ul className={styles.lines}>
      {lines.map((line) => (
        <StatementLine key={line.id} line={line} unit={unit} afterName={afterName} />
      ))}
    </ul>
  </section>
);

/** The placeholder of a month. */
export const StatementSkeleton = () => (
  <div className="min-width-0" role="status" aria-label="加载中">
    <div className={styles.head}>
      <Bone width={30} height={16} />
      <Bone width={40} height={12} />
    </div>
    <div className={styles.lines}>
      {[72, 48, 64, 56, 40].map((width) => (
        <div key={width} className={styles.line}>
          <span className={styles.bones}>
            <Bone width={width} />
            <Bone width={36} height={12} />
          </span>
          <span className={styles.bones} data-end="">
            <Bone height={16} />
            <Bone width={70} height={12} />
          </span>
        </div>
      ))}
    </div>
  </div>
);

/**
 * Renders skeleton, months, more pages by cursor, end text, empty state and error; pull-to-refresh
 * is part of the page.
 */
export function Statement<M extends { readonly month: string }>(props: StatementProps<M>) {
  const { unit, query, sumsOf, afterName = "剩" } = props;
  const sums = new Map(
    query.data?.pages.flatMap(({ months }) => months).map((month) => [month.month, month]),
  );
  const sumsFor = (month: string): readonly Sum[] => {
    const known = sums.get(month);
    return known ? sumsOf(known) : [];
  };
  return (
    <InfiniteList
      query={query}
      skeleton={<StatementSkeleton />}
      empty={props.empty}
      errorNote={props.errorNote}
      renderItems={(lines) => {
        const { pending, months } = groupsOf(lines);
        return (
          <div className="grid gap-4" role="group" aria-label={props.label}>
            {pending.length > 0 && (
              <Group title="待入账" sums={[]} lines={pending} unit={unit} afterName={afterName} />
            )}
            {months.map(({ month, lines: own }) => (
              <Group
                key={month}
                title={monthText(month)}
                sums={sumsFor(month)}
                lines={own}
                unit={unit}
                afterName={afterName}
              />
            ))}
          </div>
        );
      }}
    />
  );
}
