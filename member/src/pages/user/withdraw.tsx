/** 提现: pays out reward cash to WeChat, and lists the withdrawals with their progress. */
import { useQueryClient } from "@tanstack/react-query";
import type { Withdrawal } from "@yunjing/contract/schemas/withdrawals";
import { lazy, Suspense, useState } from "react";
import type { PageProps } from "../../routes.ts";
import { Tabs } from "../../components/tabs.tsx";
import { Records } from "./withdraw/records.tsx";
import { useWithdraw } from "./withdraw/use-withdraw.ts";
import { WithdrawForm } from "./withdraw/withdraw-form.tsx";

const DetailSheet = lazy(() =>
  import("./withdraw/detail-sheet.tsx").then((module) => ({ default: module.DetailSheet })),
);

type Tab = "form" | "records";
interface Opened {
  readonly no: string;
  readonly known?: Withdrawal;
}

const openedOf = (withdrawal: Withdrawal): Opened => ({
  no: withdrawal.withdrawalNo,
  known: withdrawal,
});

/** `no` opens one withdrawal; the balance statement and the held amounts link here. */
export default function UserWithdrawPage({ query }: PageProps) {
  const { no } = query;
  const [tab, setTab] = useState<Tab>(
    no !== undefined || query["tab"] === "records" ? "records" : "form",
  );
  const [opened, setOpened] = useState<Opened | undefined>(no === undefined ? no : { no });
  const queries = useQueryClient();
  const view = useWithdraw((made) => {
    setTab("records");
    setOpened(openedOf(made));
  });
  return (
    <div className="page">
      <div className="page-top">
        <Tabs
          label="提现"
          value={tab}
          onChoose={(id) => setTab(id === "records" ? "records" : "form")}
          items={[
            { id: "form", text: "提现" },
            { id: "records", text: "提现记录" },
          ]}
        />
      </div>
      {tab === "form" ? (
        <WithdrawForm view={view} />
      ) : (
        <Records
          onOpen={(withdrawal) => setOpened(openedOf(withdrawal))}
          onWithdraw={() => setTab("form")}
        />
      )}
      {opened && (
        <Suspense fallback={null}>
          <DetailSheet
            withdrawalNo={opened.no}
            known={opened.known}
            onClose={() => {
              setOpened(undefined);
              void queries.invalidateQueries();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
