/** 充值: the top-up form, and the earlier top-ups with their refunds. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiQuery } from "../../api.ts";
import type { PageProps } from "../../routes.ts";
import { Dock } from "../../components/dock.tsx";
import { moneyText } from "../../components/money.ts";
import { TopUpSheet } from "../../components/pay/top-up-sheet.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { redirectTo } from "../../shell/navigate.ts";
import { PendingTopUp } from "./topup/pending-top-up.tsx";
import { Records } from "./topup/records.tsx";
import { TopUpButton, TopUpForm } from "./wallet/top-up-form.tsx";
import { type BegunTopUp, useTopUp } from "./wallet/use-top-up.ts";

type Tab = "form" | "records";

function FormTab() {
  const { data: summary, refetch } = useQuery(apiQuery(api.wallet.summary, {}));
  const queries = useQueryClient();
  const [begun, setBegun] = useState<BegunTopUp>();
  const view = useTopUp(setBegun);
  return (
    <>
      <PullRefresh onRefresh={() => Promise.all([refetch(), view.refetch()])}>
        <div className="page-body">
          <p className="text-14 ink-700">
            当前余额 <b className="ink-900 strong">{summary ? moneyText(summary.totalFen) : "—"}</b>
          </p>
          <TopUpForm view={view} summary={summary} />
        </div>
      </PullRefresh>
      <Dock>
        <TopUpButton view={view} isFrozen={summary?.isFrozen ?? false} />
      </Dock>
      {begun && (
        <TopUpSheet
          topUp={begun.topUp}
          begun={begun.payment}
          onClose={() => {
            setBegun(undefined);
            void queries.invalidateQueries();
          }}
        />
      )}
    </>
  );
}

/**
 * `no` opens one top-up; with `pay` the page waits for its outcome, after payment outside this
 * page.
 */
export default function UserTopUpPage({ query }: PageProps) {
  const { no } = query;
  const isBack = no !== undefined && query["pay"] !== undefined;
  const [tab, setTab] = useState<Tab>(
    no !== undefined || query["tab"] === "records" ? "records" : "form",
  );
  return (
    <div className="page">
      <div className="page-top">
        <Tabs
          label="充值"
          value={tab}
          onChoose={(id) => setTab(id === "records" ? "records" : "form")}
          items={[
            { id: "form", text: "充值" },
            { id: "records", text: "充值记录" },
          ]}
        />
      </div>
      {tab === "form" ? (
        <FormTab />
      ) : (
        <Records openNo={isBack ? undefined : no} onTopUp={() => setTab("form")} />
      )}
      {isBack && (
        <PendingTopUp
          topUpNo={no}
          onClose={() => void redirectTo("/pages/user/topup?tab=records")}
        />
      )}
    </div>
  );
}
