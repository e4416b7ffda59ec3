/** 分类与品牌: what goods are called and where members find them. */
import { FixedPage } from "../../parts/fixed-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { HotWordList } from "./hot-word-list.tsx";
import { NamedList } from "./named-list.tsx";

const SPEC = { tab: oneOf("brands", "categories", "words") };

export default function TaxonomyPage() {
  const [{ tab = "brands" }, setSearch] = useSearchState(SPEC);
  const tabs = (
    <Tabs
      label="分类与品牌"
      value={tab}
      tabs={[
        { id: "brands", label: "品牌" },
        { id: "categories", label: "分类" },
        { id: "words", label: "热搜词" },
      ]}
      onChange={(next) => setSearch({ tab: next })}
    />
  );
  return (
    <FixedPage>
      <PageHead title="分类与品牌" text="改动后会员 2 秒内看到；隐藏的品牌和分类，商品仍在售" />
      {tab === "words" ? (
        <HotWordList tabs={tabs} />
      ) : (
        <NamedList key={tab} kind={tab === "brands" ? "brand" : "category"} tabs={tabs} />
      )}
    </FixedPage>
  );
}
