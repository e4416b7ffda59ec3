/** 设置: the server's figures, the kill switches, and the maintenance notice. */
import { FixedPage } from "../../parts/fixed-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { SettingList } from "./setting-list.tsx";
import { SwitchList } from "./switch-list.tsx";

const SPEC = { tab: oneOf("figures", "switches") };

export default function SettingsPage() {
  const [{ tab = "figures" }, setSearch] = useSearchState(SPEC);
  const tabs = (
    <Tabs
      label="设置"
      value={tab}
      tabs={[
        { id: "figures", label: "参数" },
        { id: "switches", label: "功能开关与公告" },
      ]}
      onChange={(next) => setSearch({ tab: next })}
    />
  );
  return (
    <FixedPage>
      <PageHead title="设置" text="修改后 5 秒内在所有服务器生效；资金和权限的参数要两人" />
      {tab === "switches" ? <SwitchList tabs={tabs} /> : <SettingList tabs={tabs} />}
    </FixedPage>
  );
}
