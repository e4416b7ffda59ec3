/**
 * Which modules of the member app share a file of the build. Few larger files: on a slow network a
 * request costs more than the bytes that a page does not use (decision 0164). What a group leaves
 * out, the bundler puts beside the page that uses it.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

type ChunkGroup = {
  /** The name of the file. */
  readonly name: string;
  /** Of two groups with the same module the higher one has it. */
  readonly priority: number;
  /** Modules of `src` without their extension, each with its sheet of styles; or a sheet alone. */
  readonly modules?: readonly string[];
  /** Modules of the contract without their extension. */
  readonly contract?: readonly string[];
  readonly packages?: RegExp;
};

const groups: readonly ChunkGroup[] = [
  { name: "react", priority: 5, packages: /\/node_modules\/(?:react|react-dom|scheduler)\// },
  {
    // What every page loads besides the shell, and what login and the exchange page show.
    name: "app",
    priority: 4,
    contract: ["agreements", "exchange-code", "limits", "phone"],
    modules: [
      "main",
      "api",
      "load-api",
      "components/artwork",
      "components/artwork-names",
      "components/button",
      "components/card",
      "components/checkbox",
      "components/code-error",
      "components/contours",
      "components/countdown",
      "components/dock",
      "components/empty-state",
      "components/field",
      "components/icon",
      "components/icon-drawing",
      "components/icons",
      "components/list-row",
      "components/notice-bar",
      "components/page-icons",
      "components/phone-code",
      "components/pressable",
      "components/pulse",
      "components/scene",
      "components/skeleton",
      "components/tag",
      "components/typed-code",
      "components/use-seconds-countdown",
      "components/wave-edge",
      "components/whale",
      "device/clipboard",
      "device/exchange-session",
      "device/idempotency",
      "device/load-part",
      "device/logout-handlers",
      "device/newcomer",
      "device/storage",
      "device/time",
      "shell/busy",
      "shell/facade/dialog-queue",
      "shell/facade/facade",
      "shell/facade/host-request",
    ],
  },
  {
    // What is stored sealed on the phone.
    name: "sealed",
    priority: 4,
    modules: [
      "device/cached-orders",
      "device/object-store",
      "device/sealed-entries",
      "device/storage-key",
    ],
  },
  {
    // Pages that read by queries: the library without what only the poster uses, and what several of them show.
    name: "query",
    priority: 3,
    packages: /\/node_modules\/@tanstack\/(?!.*\/(?:queriesObserver|useQueries)\.js)/,
    modules: [
      "query-provider",
      "components/benefit-picture",
      "components/bottom-sheet",
      "components/brand-plate",
      "components/chip",
      "components/end-text",
      "components/facts",
      "components/grid-entry",
      "components/hotline",
      "components/infinite-list",
      "components/legal-footer",
      "components/money",
      "components/money-icons",
      "components/no-permission",
      "components/notifications/use-unread",
      "components/photo",
      "components/price",
      "components/pull-refresh",
      "components/qr-code",
      "components/search-field",
      "components/shop/benefit-path",
      "components/shop/use-benefits",
      "components/statement/statement-text",
      "components/step-up/step-up-sheet",
      "components/store-row.module.css",
      "components/tabs",
      "components/use-debounced",
      "components/yuan",
      "device/location-choice",
      "device/push",
      "device/save-download",
      "device/save-file",
      "device/stored-pages",
      "shell/use-city",
    ],
  },
  {
    // Dialogs, which pages load when they open one.
    name: "dialog",
    priority: 3,
    modules: ["shell/facade/dialog-box", "shell/scroll-lock"],
  },
  {
    // What was seen last of a page: stored and replaced after the page has its content.
    name: "last-view",
    priority: 3,
    modules: [
      "query-state",
      "device/last-views",
      "shell/capture-view",
      "shell/last-view",
      "shell/view-changes",
    ],
  },
  {
    // Pages that show benefits and coupons.
    name: "shop",
    priority: 2,
    modules: [
      "components/banner",
      "components/banner-slide",
      "components/benefit-card",
      "components/coupon-ticket",
      "components/zone-card",
      "components/shop/benefit-row",
      "components/shop/claim-ticket",
      "components/shop/coupon-value",
      "components/shop/pack-contents",
      "components/shop/use-claim",
      "pages/index/home/blocks",
      "pages/index/home/home-header",
      "pages/index/home/home.module.css",
    ],
  },
  {
    // Pages that show orders and cards.
    name: "order-views",
    priority: 2,
    modules: [
      "components/card-ticket",
      "components/member-card",
      "components/order-card",
      "components/order-menu",
      "components/pay/pay-sheet",
      "components/pickup-card",
      "components/shop/cancel-order",
      "components/shop/order-text",
      "pages/user/coupons/coupons.module.css",
      "pages/user/orders/live-code",
      "pages/user/orders/order-kinds",
      "pages/user/orders/order-line",
      "pages/user/profile/avatar.module.css",
      "pages/user/user.module.css",
    ],
  },
  {
    // Pages of the wallet's money and of points.
    name: "money",
    priority: 2,
    modules: [
      "components/pay/top-up-sheet",
      "components/statement/month-picker",
      "components/statement/statement",
      "components/statement/statement-groups",
      "components/statement/statement-line",
      "pages/user/wallet/balance-head.module.css",
      "pages/user/wallet/top-up-choice",
      "pages/user/wallet/top-up-form",
      "pages/user/wallet/use-top-up",
      "pages/user/wallet/wallet.module.css",
    ],
  },
  {
    // Pages that buy a benefit, by money or points.
    name: "buying",
    priority: 2,
    modules: [
      "components/choice",
      "components/stepper",
      "pages/benefit/detail/buy-dock",
      "pages/benefit/detail/choice-section",
      "pages/benefit/detail/detail-blocks",
      "pages/benefit/detail/head",
      "pages/benefit/detail/rules",
    ],
  },
  {
    // Pages that show stores.
    name: "stores",
    priority: 2,
    modules: ["components/distance", "components/store-row", "device/geolocation"],
  },
  {
    // One order's page, and sheets that show an order.
    name: "order",
    priority: 2,
    modules: ["components/pickup-ticket", "components/shop/price-lines", "components/timeline"],
  },
  {
    // Pages of tickets and invoices.
    name: "tickets",
    priority: 2,
    modules: [
      "components/evidence/evidence-photos",
      "components/evidence/shown-evidence",
      "components/evidence/use-evidence",
      "pages/user/invoices/invoice-card",
      "pages/user/tickets/ticket-tone",
      "pages/user/tickets/tickets",
    ],
  },
  {
    // Sheets, which pages load when they open one.
    name: "sheet",
    priority: 2,
    modules: ["components/bottom-sheet-body", "components/flow-sheet"],
  },
];

const SOURCE = fileURLToPath(new URL("src/", import.meta.url));
const CONTRACT = fileURLToPath(new URL("../contract/src/", import.meta.url));
const EXTENSIONS = [".ts", ".tsx", ".module.css"];

/** Returns the files of the listed modules. Throws for a module that does not exist. */
function filesOf({ name, modules = [], contract = [] }: ChunkGroup): ReadonlySet<string> {
  const listed = [...modules.map((one) => SOURCE + one), ...contract.map((one) => CONTRACT + one)];
  const files = listed.flatMap((path) => {
    const named = path.endsWith(".css") ? [path] : EXTENSIONS.map((extension) => path + extension);
    const found = named.filter((file) => existsSync(file));
    if (found.length === 0)
      throw new Error(`the group ${name} lists ${path}, which does not exist`);
    return found;
  });
  return new Set(files);
}

/** The groups as the bundler takes them; the query of a sheet's id does not count. */
export const chunkGroups = groups.map((group) => {
  const files = filesOf(group);
  const { name, priority, packages } = group;
  const test = (id: string): boolean =>
    files.has(id.split("?", 1)[0] ?? "") || (packages?.test(id) ?? false);
  return { name, priority, test };
});
