/** 注销账号: what stands in the way, what is lost, the request, its cooling-off and its withdrawal. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Closing } from "@yunjing/contract/schemas/closing";
import { api, q } from "../../api.ts";
import { ErrorBlock } from "../../parts/empty-state.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Ask } from "./closing/ask.tsx";
import styles from "./closing/closing.module.css";
import { UnderWay } from "./closing/under-way.tsx";

export default function UserClosingPage() {
  const { data: closing, isLoadingError, refetch } = useQuery(q(api.closing.show, {}));
  const queries = useQueryClient();
  const keep = (changed: Closing) => {
    queries.setQueryData(q(api.closing.show, {}).queryKey, changed);
    void queries.invalidateQueries({ queryKey: q(api.member.me, {}).queryKey });
  };
  if (!closing) {
    return (
      <div className={styles.body}>
        {isLoadingError ? <ErrorBlock onRetry={refetch} /> : <Skeleton shape="card" count={2} />}
      </div>
    );
  }
  return (
    <div className={styles.page}>
      {closing.state === "none" ? (
        <Ask closing={closing} onChanged={keep} onStale={refetch} />
      ) : (
        <UnderWay closing={closing} onChanged={keep} />
      )}
    </div>
  );
}
