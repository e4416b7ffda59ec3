/** The panel of one batch beside the list. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, apiQuery } from "../../api/client.ts";
import { dayText } from "../../parts/format.ts";
import { Panel } from "../../parts/panel.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { BatchBody } from "./batch-body.tsx";
import { BatchFoot } from "./batch-foot.tsx";
import { stateWords } from "./batch-words.ts";
import styles from "./batches.module.css";

type BatchPanelProps = { readonly batchId: string; readonly onClose: () => void };
const GENERATING_MS = 2_000;

export function BatchPanel({ batchId, onClose }: BatchPanelProps) {
  const query = useQuery({
    ...apiQuery(api.operatorBatches.detail, { batchId }),
    refetchInterval: ({ state }) => (state.data?.state === "generating" ? GENERATING_MS : false),
  });
  const batch = query.data;
  if (!batch) {
    return (
      <Panel title="批次" onClose={onClose}>
        {query.isError ? (
          <Failed failure={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton rows={6} />
        )}
      </Panel>
    );
  }
  const [tone, word] = stateWords[batch.state];
  return (
    <Panel
      title={batch.name}
      tags={<StateTag tone={tone}>{word}</StateTag>}
      text={
        <>
          {dayText(batch.createdAt)} 制，{batch.maker.name}{" "}
          <Link className={styles.link} to={`/batches/${batchId}` as "/"}>
            打开整页
          </Link>
        </>
      }
      onClose={onClose}
      foot={<BatchFoot batch={batch} />}
    >
      <BatchBody batch={batch} />
    </Panel>
  );
}
