/** The draft on a member's phone, saved or not: as a row of a list, or as its page. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { MemberFrame, useSettled } from "../../parts/member-frame.tsx";
import { Segments } from "../../parts/tabs.tsx";
import type { Draft } from "./draft-fields.ts";
import styles from "./goods.module.css";

export function PhonePreview(props: { readonly benefitId: string; readonly draft: Draft }) {
  const { benefitId } = props;
  const [view, setView] = useState<"card" | "detail">("detail");
  const draft = useSettled(props.draft);
  const { data, error } = useQuery({
    ...apiQuery(api.operatorGoods.preview, { benefitId, draft }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const benefit = data?.benefit;
  const shown = useMemo(
    () => benefit && ({ type: "benefit-preview", benefit, view } as const),
    [benefit, view],
  );
  const note = () => {
    if (error) return `预览没有更新：${sentenceFor(error)}`;
    if (data && !benefit) return "还没有规格定价，定价后显示预览";
    return "按有货、可购买的最低等级显示；未保存的改动也在内";
  };
  return (
    <aside className={styles.phoneSide} aria-label="会员端预览">
      <Segments
        label="预览页面"
        choices={[
          ["card", "列表卡片"],
          ["detail", "详情页"],
        ]}
        value={view}
        onChange={setView}
      />
      <MemberFrame title="商品预览" shown={shown} />
      <p className={styles.phoneNote} role="status">
        {note()}
      </p>
    </aside>
  );
}
