/** 版本: what was published and when, what each changed, withdrawing and rolling back. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type OutputOf } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { timeText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { Panel } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Diff } from "../../parts/record/diff.tsx";
import { Empty, Failed, Skeleton } from "../../parts/state.tsx";
import { StateTag, type Tone } from "../../parts/tag.tsx";
import { VersionList } from "../../parts/version-list.tsx";
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
  const list = query.data?.list ?? [];
  return (
    <Panel title="版本与回退" text="回退会产生一个新版本，随时可以再回退" onClose={onClose}>
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton rows={4} />}
      {query.data && list.length === 0 && <Empty title="还没有版本" text="第一次发布后出现。" />}
      <VersionList
        list={list}
        nameOf={(version) => `v${version}`}
        tagsOf={({ state }) => {
          const [tone, word] = states[state];
          return <StateTag tone={tone}>{word}</StateTag>;
        }}
        textOf={({ state, at, startsAt, by, reason, blocks, restoredFrom }) => (
          <>
            {timeText(at)} {by.name}
            {state === "waiting" && `，${timeText(startsAt)} 生效`}
            {restoredFrom !== undefined && `，回退到 v${restoredFrom}`} · {blocks} 块 · {reason}
          </>
        )}
        changesLabelOf={(version) => `v${version} 看改动`}
        changesOf={(version) => (
          <Changes to={version} heads={[`线上 v${liveVersion}`, `v${version}`]} />
        )}
        actionsOf={(row) => (
          <Gate may="catalog:publish">
            {row.state === "waiting" && (
              <Button size="small" onClick={() => void withdraw(row)}>
                撤下
              </Button>
            )}
            {(row.state === "past" || row.state === "withdrawn") && (
              <Button size="small" onClick={() => void rollBack(row.version, liveVersion)}>
                回退到 v{row.version}
              </Button>
            )}
          </Gate>
        )}
      />
    </Panel>
  );
}
