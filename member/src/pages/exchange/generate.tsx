/**
 * Generater: a dealer's own batches of exchange codes. Operators approve them in the console.
 * `?batch=` opens one batch.
 */
import { useQueryClient } from "@tanstack/react-query";
import type { Batch } from "@yunjing/contract/schemas/batches";
import { lazy, Suspense, useState } from "react";
import { operationKey } from "../../api.ts";
import { dealerApi } from "../../dealer-api.ts";
import { hasPermission } from "../../device/token.ts";
import type { PageProps } from "../../routes.ts";
import { NoPermission } from "../../components/no-permission.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { BatchList } from "./generate/batch-list.tsx";

const NewBatch = lazy(() =>
  import("./generate/new-batch.tsx").then((module) => ({ default: module.NewBatch })),
);
const ImportBatch = lazy(() =>
  import("./generate/import-batch.tsx").then((module) => ({ default: module.ImportBatch })),
);
const PrintCodes = lazy(() =>
  import("./generate/print-codes.tsx").then((module) => ({ default: module.PrintCodes })),
);
const DetailSheet = lazy(() =>
  import("./generate/detail-sheet.tsx").then((module) => ({ default: module.DetailSheet })),
);

const PANEL = "generate-panel";
const views = [
  { id: "mine", text: "我的批次" },
  { id: "new", text: "新建" },
  { id: "import", text: "导入" },
  { id: "print", text: "打印" },
] as const;
type View = (typeof views)[number]["id"];
const viewOf = (id: string): View => views.find((view) => view.id === id)?.id ?? "mine";

interface Opened {
  readonly batchId: string;
  readonly known?: Batch;
}

interface ShownProps {
  readonly view: View;
  /** The title printed on the cards, when a batch was chosen for printing. */
  readonly printed: string | undefined;
  readonly onOpen: (batch: Batch) => void;
  readonly onNew: () => void;
  readonly onMade: (opened: Opened) => void;
}

function Shown({ view, printed, onOpen, onNew, onMade }: ShownProps) {
  if (view === "new")
    return <NewBatch onMade={(known) => onMade({ batchId: known.batchId, known })} />;
  if (view === "import") return <ImportBatch onMade={(batchId) => onMade({ batchId })} />;
  if (view === "print") return <PrintCodes title={printed} />;
  return <BatchList onOpen={onOpen} onNew={onNew} />;
}

function Batches({ batchId }: { batchId: string | undefined }) {
  const [view, setView] = useState<View>("mine");
  const [opened, setOpened] = useState<Opened | undefined>(
    batchId === undefined ? undefined : { batchId },
  );
  const [printed, setPrinted] = useState<string>();
  const queries = useQueryClient();
  const refetchBatches = () =>
    Promise.all(
      [dealerApi.batches.list, dealerApi.batches.dealer, dealerApi.batches.statement].map(
        (changed) => queries.invalidateQueries({ queryKey: operationKey(changed) }),
      ),
    );
  const show = (made: Opened) => {
    setView("mine");
    setOpened(made);
    scrollTo({ top: 0 });
    void refetchBatches();
  };
  return (
    <div className="page">
      <div className="page-top">
        <Tabs
          label="兑换码批次"
          items={views}
          value={view}
          onChoose={(id) => setView(viewOf(id))}
          panelId={PANEL}
        />
      </div>
      <div
        className="page"
        id={PANEL}
        role="tabpanel"
        aria-label={views.find(({ id }) => id === view)?.text}
      >
        <Suspense
          fallback={
            <div className="page-body content-start grow">
              <Skeleton shape="card" count={2} />
            </div>
          }
        >
          <Shown
            view={view}
            printed={printed}
            onOpen={(known) => setOpened({ batchId: known.batchId, known })}
            onNew={() => setView("new")}
            onMade={show}
          />
        </Suspense>
      </div>
      {opened && (
        <Suspense fallback={null}>
          <DetailSheet
            batchId={opened.batchId}
            known={opened.known}
            onPrint={({ target }) => {
              setOpened(undefined);
              setPrinted(target.title);
              setView("print");
              scrollTo({ top: 0 });
            }}
            onClose={() => {
              setOpened(undefined);
              void refetchBatches();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

export default function ExchangeGeneratePage({ query }: PageProps) {
  if (!hasPermission("exchange:generate")) return <NoPermission what="生成兑换码" />;
  return <Batches batchId={query["batch"]} />;
}
