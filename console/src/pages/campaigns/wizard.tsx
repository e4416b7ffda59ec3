/** 新建或修改活动: five steps; the draft is saved on the server while it is typed. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api, apiQuery } from "../../api/client.ts";
import { currentOperator } from "../../api/operator.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { PageLink } from "../../parts/record/record-links.tsx";
import { Empty, Failed, Skeleton } from "../../parts/state.tsx";
import { DraftEditor } from "./draft-editor.tsx";

export default function WizardPage() {
  const { draftId: templateId }: { readonly draftId?: string } = useParams({ strict: false });
  const query = useQuery({
    ...apiQuery(api.operatorCampaigns.detail, { templateId: templateId ?? "" }),
    enabled: templateId !== undefined,
    // What is typed stands above what was read once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const stored = query.data;
  const title = templateId === undefined ? "新建活动" : "修改活动草稿";
  if (templateId !== undefined && query.isError)
    return (
      <>
        <PageHead title={title} />
        <Failed failure={query.error} onRetry={() => void query.refetch()} />
      </>
    );
  if (templateId !== undefined && !stored) return <Skeleton rows={8} tall />;
  if (stored && (stored.campaign.status !== "draft" || !isMine(stored.campaign)))
    return (
      <>
        <PageHead title={title} />
        <Empty
          title={stored.campaign.status === "draft" ? "只有创建人能改这份草稿" : "这个活动不是草稿"}
          text="可以复制一份再改。"
          actions={<PageLink to={`/campaigns/${stored.campaign.templateId}`}>看活动详情</PageLink>}
        />
      </>
    );
  return <DraftEditor title={title} stored={stored} />;
}

const isMine = ({ makerId }: { readonly makerId: string }): boolean =>
  makerId === currentOperator()?.uid;
