/** 版本: what was published and when, what each changed, withdrawing and rolling back. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { timeText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { Panel } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Diff } from "../../parts/record/diff.tsx";
import { Empty, Failed, Skeleton } from "../../parts/state.tsx";
import { StateTag, type Tone } from "../../parts/tag.tsx";
import styles from "./home-page.module.css";

/** What differs; `from` absent is what members see, `to` absent the stored draft. */
export function Changes(props: {
  readonly from?: number;
  readonly to?: number;
  readonly heads: readonly [string, string];
}) {
  const { heads, ...input } = props;
  const query = useQuery({ ...apiQuery(api.operatorHomePage.diff, input), staleTime: 0 });
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton rows={3} />;
  const { changes } = query.data;
  if (changes.length === 0) return <p className={styles.quiet}>没有不同</p>;
  return <Diff changes={changes} heads={heads} />;
}

type Version = OutputOf<typeof api.operatorHomePage.versions>["list"][number];
const states: Readonly<Record<Version["state"], readonly [Tone, string]>> = {
  live: ["ok", "线上"],
  waiting: ["warn", "定时"],
  past: ["sand", "过去"],
  withdrawn: ["sand", "已撤下"],
};

const withdraw = ({ version, startsAt }: Version) =>
  askReason({
    op: api.operatorHomePage.withdraw,
    input: { version },
    title: `撤下 v${version}`,
    effect: [`v${version} 不再于 ${timeText(startsAt)} 生效`, "会员看到的不变"],
    confirm: "撤下",
    look: "danger",
    done: "已撤下",
  });

const rollBack = (version: number, liveVersion: number) =>
  askReason({
    op: api.operatorHomePage.rollBack,
    input: { version, liveVersion },
    title: `回退到 v${version}`,
    effect: [
      `v${version} 的版块成为新版本，会员 2 秒内看到`,
      "没有发布的草稿保留",
      "等待中的定时发布会撤下",
    ],
    confirm: `回退到 v${version}`,
    look: "coral",
    done: "已回退",
  });

export function Versions(props: { readonly liveVersion: number; readonly onClose: () => void }) {
  const { liveVersion, onClose } = props;
  const query = useQuery(apiQuery(api.operatorHomePage.versions, { pageSize: 50 }));
  const [shown, setShown] = useState<number>();
  const list = query.data?.list ?? [];
  return (
    <Panel title="版本与回退" text="回退会产生一个新版本，随时可以再回退" onClose={onClose}>
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton rows={4} />}
      {query.data && list.length === 0 && <Empty title="还没有版本" text="第一次发布后出现。" />}
      <ol className={styles.versions}>
        {list.map((row) => {
          const { version, state, at, startsAt, by, reason, blocks, restoredFrom } = row;
          const [tone, word] = states[state];
          return (
            <li key={version}>
              <header>
                <b>v{version}</b>
                <StateTag tone={tone}>{word}</StateTag>
                <span>
                  {timeText(at)} {by.name}
                  {state === "waiting" && `，${timeText(startsAt)} 生效`}
                  {restoredFrom !== undefined && `，回退到 v${restoredFrom}`} · {blocks} 块 ·{" "}
                  {reason}
                </span>
                <Button
                  size="small"
                  aria-label={`v${version} 看改动`}
                  aria-expanded={shown === version}
                  onClick={() => setShown(shown === version ? undefined : version)}
                >
                  看改动
                </Button>
                <Gate may="catalog:publish">
                  {state === "waiting" && (
                    <Button size="small" onClick={() => void withdraw(row)}>
                      撤下
                    </Button>
                  )}
                  {(state === "past" || state === "withdrawn") && (
                    <Button size="small" onClick={() => void rollBack(version, liveVersion)}>
                      回退到 v{version}
                    </Button>
                  )}
                </Gate>
              </header>
              {shown === version && (
                <Changes to={version} heads={[`线上 v${liveVersion}`, `v${version}`]} />
              )}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
