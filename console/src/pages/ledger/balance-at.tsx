/** The balance of every account at an instant, and that they sum up to zero. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { DateInput } from "../../parts/date-input.tsx";
import { instantOf, typedInstant } from "../../parts/form/check-field.ts";
import { fullTime, moneyText, pointsText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { PageLink } from "../../parts/record/record-links.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { text, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";
import { useNow } from "../../parts/use-now.ts";
import { Amount, assetWords, purposes, statementPath } from "./ledger-words.tsx";
import styles from "./ledger.module.css";

type Row = Item<typeof api.operatorLedger.balanceAt>;
const SPEC = { at: text(16) };
const MINUTE_MS = 60_000;

const placeOf = (account: string): number => purposes.findIndex((purpose) => purpose === account);

/** The accounts of one asset: first those of members, then those of the business. */
function BalanceTable(props: {
  readonly rows: readonly Row[];
  readonly asset: "CNY" | "PTS";
  readonly difference: number;
}) {
  const { asset, difference } = props;
  const rows = props.rows
    .filter((row) => row.asset === asset)
    .toSorted((one, other) => placeOf(one.account) - placeOf(other.account));
  const shown = asset === "PTS" ? pointsText : moneyText;
  return (
    <Card
      title={assetWords[asset]}
      aside={
        difference === 0 ? (
          <StateTag tone="ok">借贷相等，合计 0</StateTag>
        ) : (
          <StateTag tone="bad">{`合计差 ${shown(difference)}`}</StateTag>
        )
      }
    >
      <table className={styles.balances}>
        <caption className="visually-hidden">{`${assetWords[asset]}各账户的余额`}</caption>
        <thead>
          <tr>
            <th scope="col">账户</th>
            <th scope="col">归属</th>
            <th scope="col">累计借方</th>
            <th scope="col">累计贷方</th>
            <th scope="col">贷方减借方</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ account, accountText, isMembers, debits, credits, net }) => (
            <tr key={account}>
              <th scope="row">
                <PageLink to={statementPath(account)}>{accountText}</PageLink>
              </th>
              <td>{isMembers ? "会员" : "平台"}</td>
              <td>
                <Amount asset={asset} amount={debits} />
              </td>
              <td>
                <Amount asset={asset} amount={credits} />
              </td>
              <td>
                <Amount asset={asset} amount={net} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td />
            <td>
              <Amount asset={asset} amount={sumOf(rows, "debits")} />
            </td>
            <td>
              <Amount asset={asset} amount={sumOf(rows, "credits")} />
            </td>
            <td>
              <Amount asset={asset} amount={difference} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}

/** The chosen minute belongs to the instant, unless it is not over yet; ms. */
const endOf = (minute: number, now: number): number =>
  minute + MINUTE_MS <= now ? minute + MINUTE_MS - 1 : minute;

const sumOf = (rows: readonly Row[], side: "debits" | "credits"): number =>
  rows.reduce((sum, row) => sum + row[side], 0);

export function BalanceAt(props: {
  readonly tabs: ReactNode;
  /** Draws the head of the page, with the choice of the instant. */
  readonly head: (instant: ReactNode) => ReactNode;
}) {
  const [values, setSearch] = useSearchState(SPEC);
  const asked = values.at === undefined ? undefined : instantOf(values.at);
  const now = useNow();
  const input = asked === undefined ? {} : { at: endOf(asked, now) };
  const query = useQuery({
    ...apiQuery(api.operatorLedger.balanceAt, input),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <>
      {props.head(
        <span className={styles.instant}>
          <span aria-hidden="true">截至</span>
          <DateInput
            kind="instant"
            label="截至"
            value={values.at ?? (data ? typedInstant(data.at) : "")}
            max={typedInstant(now)}
            onChange={(at) => setSearch({ at })}
          />
        </span>,
      )}
      <div className={styles.tabs}>{props.tabs}</div>
      {query.isPending && <Skeleton rows={8} />}
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {data && !query.isError && (
        <div className={styles.sheets}>
          <p className={styles.note}>{`截至 ${fullTime(data.at)}，按账本分录`}</p>
          {data.totals.map(({ asset, difference }) => (
            <BalanceTable key={asset} rows={data.list} asset={asset} difference={difference} />
          ))}
        </div>
      )}
    </>
  );
}
