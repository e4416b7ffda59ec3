/** 门店与菜单: what the supplier lists, what operators change beside it, and the syncs. */
import { RefreshCw } from "lucide-react";
import { api } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { Gate } from "../../parts/gate.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { tell } from "../../parts/toast.tsx";
import { runText } from "./dining-words.ts";
import { MenuList } from "./menu-list.tsx";
import { SetMealList } from "./set-meal-list.tsx";
import { StoreList } from "./store-list.tsx";
import { SyncList } from "./sync-list.tsx";

const SPEC = { tab: oneOf("stores", "menu", "meals", "runs") };
const contents = { stores: StoreList, menu: MenuList, meals: SetMealList, runs: SyncList } as const;

async function sync() {
  const run = await askReason({
    op: api.operatorDining.sync,
    input: {},
    title: "立即同步门店与菜单",
    effect: [
      "向供应商读一次全部门店和菜单；读不全时什么都不改",
      "停用的门店、改过的餐品不受同步影响",
    ],
    confirm: "立即同步",
    done: "",
  });
  if (run) tell(runText(run));
}

export default function DiningPage() {
  const [{ tab = "stores" }, setSearch] = useSearchState(SPEC);
  const Content = contents[tab];
  return (
    <FixedPage>
      <PageHead
        title="门店与菜单"
        text="门店和菜单来自供应商，每 10 分钟同步一次；这里的停用和修改 2 秒内对会员生效，同步不会冲掉"
        actions={
          <Gate may={["catalog:edit", "dining:manage"]}>
            <Button look="solid" icon={<RefreshCw />} onClick={() => void sync()}>
              立即同步
            </Button>
          </Gate>
        }
      />
      <Content
        tabs={
          <Tabs
            label="门店与菜单"
            value={tab}
            tabs={[
              { id: "stores", label: "门店" },
              { id: "menu", label: "菜单" },
              { id: "meals", label: "套餐" },
              { id: "runs", label: "同步记录" },
            ]}
            onChange={(next) => setSearch({ tab: next })}
          />
        }
      />
    </FixedPage>
  );
}
