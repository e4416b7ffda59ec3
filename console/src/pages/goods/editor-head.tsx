/** The head of the editor: state, version, what is stored, and the way before members. */
import { Button } from "../../parts/button.tsx";
import { timeText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { DraftState } from "../../parts/draft-state.tsx";
import { StateTag } from "../../parts/tag.tsx";
import type { Goods, Hands } from "./draft-fields.ts";
import { statusWords } from "./goods-words.ts";
import { proposeLoss, publish, unpublish } from "./publish.ts";

/** When and by whom it was published last. What the demo or an import sells has no such record. */
function publicationText({ status, publishedAt, publishedBy }: Goods): string {
  if (publishedAt !== undefined)
    return `上次发布 ${publishedBy?.name ?? ""} ${timeText(publishedAt)}；改动不影响已下的订单`;
  return status === "on"
    ? "在售，没有发布记录；改动发布后会员才看到"
    : "还没有发布过；发布前只有运营看得到";
}

export function EditorHead(props: { readonly goods: Goods; readonly hands: Hands }) {
  const { goods, hands } = props;
  const { status, version, isDraftOpen, approvalId } = goods;
  const [tone, word] = statusWords[status] ?? ["outline", status];
  const isChanged = isDraftOpen || hands.state !== "saved" || hands.hasSaved;
  const isLoss = hands.saved.checks.some((check) => check.isLoss === true);
  const withStored = async (act: (since: number) => unknown) => {
    const since = await hands.flush();
    if (since !== undefined) await act(since);
  };
  return (
    <PageHead
      title={hands.draft.title || "未命名商品"}
      tags={
        <>
          <StateTag tone={tone}>{version > 0 ? `${word} v${version}` : word}</StateTag>
          {isChanged && <StateTag tone="warn">草稿未发布</StateTag>}
          {approvalId && <StateTag tone="warn">等第二人同意</StateTag>}
        </>
      }
      text={publicationText(goods)}
      actions={
        <>
          <DraftState hands={hands} />
          <Gate may="catalog:publish">
            {status === "on" && <Button onClick={() => void unpublish(goods)}>下架</Button>}
            {status === "off" && !isChanged && (
              <Button onClick={() => void publish(goods)}>重新上架</Button>
            )}
          </Gate>
          {isLoss ? (
            <Gate may="catalog:edit">
              <Button
                look="solid"
                disabled={approvalId !== undefined}
                onClick={() => void withStored((since) => proposeLoss(goods, since))}
              >
                提交审批
              </Button>
            </Gate>
          ) : (
            <Gate may="catalog:publish">
              <Button
                look="solid"
                disabled={!isChanged}
                onClick={() => void withStored((since) => publish(goods, since))}
              >
                发布
              </Button>
            </Gate>
          )}
        </>
      }
    />
  );
}
