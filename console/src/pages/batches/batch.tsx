/** 批次详情: one batch as a page of its own. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api, apiQuery } from "../../api/client.ts";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { dayText } from "../../parts/format.ts";
import { Card, PageHead } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { BatchBody } from "./batch-body.tsx";
import { BatchFoot } from "./batch-foot.tsx";
import { stateWords } from "./batch-words.ts";
import styles from "./batches.module.css";
import { Redemptions } from "./redemptions.tsx";

export default function BatchPage() {
  const { batchId = "" }: { readonly batchId?: string } = useParams({ strict: false });
  const query = useQuery(apiQuery(api.operatorBatches.detail, { batchId }));
  const batch = query.data;
  if (!batch) {
    return query.isError ? (
      <Failed failure={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={8} tall />
    );
  }
  const [tone, word] = stateWords[batch.state];
  return (
    <>
      <PageHead
        title={batch.name}
        tags={<StateTag tone={tone}>{word}</StateTag>}
        actions={
          <>
            <ExportButton kind="codes" title="本批兑换码" filter={{ batchId }} />
            <BatchFoot batch={batch} />
          </>
        }
      />
      <Card title="批次概况" aside={`${dayText(batch.createdAt)} 制，${batch.maker.name}`}>
        <div className={styles.sheet}>
          <BatchBody batch={batch} />
        </div>
      </Card>
      {batch.made > 0 && <Redemptions batchId={batchId} />}
    </>
  );
}
