/** 商品详情: one benefit in its editor; loads it again after a publication and after a restore. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { Editor } from "./editor.tsx";

export default function BenefitPage() {
  const { benefitId = "" }: { readonly benefitId?: string } = useParams({ strict: false });
  const query = useQuery(apiQuery(api.operatorGoods.detail, { benefitId }));
  const [restored, setRestored] = useState(0);
  if (query.isError) {
    return (
      <>
        <PageHead title="商品详情" />
        <Failed failure={query.error} onRetry={() => void query.refetch()} />
      </>
    );
  }
  const goods = query.data;
  if (!goods) return <Skeleton rows={8} tall />;
  const { version, status, approvalId } = goods;
  return (
    <Editor
      key={`${benefitId} ${version} ${status} ${approvalId} ${restored}`}
      goods={goods}
      onRestored={() => void query.refetch().then(() => setRestored(restored + 1))}
    />
  );
}
