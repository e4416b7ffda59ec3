/** 版本: the publications of a benefit, what each changed, and putting one back into the draft. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { timeText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Diff } from "../../parts/record/diff.tsx";
import { Empty, Failed, Skeleton } from "../../parts/state.tsx";
import { VersionList } from "../../parts/version-list.tsx";
import styles from "./goods.module.css";

/** What differs between two versions; `from` absent is what members see, `to` absent the draft. */
export function Changes(props: {
  readonly benefitId: string;
  readonly from?: number;
  readonly to?: number;
  readonly heads: readonly [string, string];
}) {
  const { heads, ...input } = props;
  const query = useQuery(apiQuery(api.operatorGoods.diff, input));
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton rows={3} />;
  const { changes } = query.data;
  return changes.length === 0 ? (
    <p className={styles.quiet}>没有不同</p>
  ) : (
    <Diff changes={changes} heads={heads} />
  );
}

export function Versions(props: {
  readonly benefitId: string;
  readonly sinceVersion: number;
  readonly onRestored: () => void;
}) {
  const { benefitId, sinceVersion, onRestored } = props;
  const query = useQuery(apiQuery(api.operatorGoods.versions, { benefitId, pageSize: 50 }));
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton rows={4} />;
  const { list } = query.data;
  if (list.length === 0) return <Empty title="还没有版本" text="第一次发布后出现。" />;
  const restore = async (version: number) => {
    const done = await askReason({
      op: api.operatorGoods.restore,
      input: { benefitId, version, sinceVersion },
      title: `恢复到第 ${version} 版`,
      effect: ["只放进草稿，会员看到的不变", "现在的草稿会被替换"],
      confirm: "放进草稿",
    });
    if (done) onRestored();
  };
  return (
    <VersionList
      list={list}
      nameOf={(version) => `第 ${version} 版`}
      textOf={({ at, by, reason, approvedBy }) => (
        <>
          {timeText(at)} {by.name} 发布{approvedBy && `，${approvedBy.name} 同意低于成本`}：{reason}
        </>
      )}
      hasChanges={({ version }) => version > 1}
      changesOf={(version) => (
        <Changes
          benefitId={benefitId}
          from={version - 1}
          to={version}
          heads={[`第 ${version - 1} 版`, `第 ${version} 版`]}
        />
      )}
      actionsOf={({ version }) => (
        <Gate may="catalog:edit">
          <Button size="small" onClick={() => void restore(version)}>
            恢复
          </Button>
        </Gate>
      )}
    />
  );
}
