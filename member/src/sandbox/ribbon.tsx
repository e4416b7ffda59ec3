/**
 * Entry of the sandbox's own script: a slim ribbon above the pages and, on wide screens, the sides of
 * the column. It is built apart from the app and served only with the sandbox (decision 0172).
 */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Sandbox } from "./sandbox.tsx";

const PLACE_ID = "sandbox-ribbon";

const addSheet = (): Promise<unknown> =>
  new Promise((done) => {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = "/sandbox/ribbon.css";
    // Without its styles it still says what it says.
    sheet.onload = sheet.onerror = done;
    document.head.append(sheet);
  });

async function start(): Promise<void> {
  await addSheet();
  const app = document.getElementById("app");
  if (!app || document.getElementById(PLACE_ID)) return;
  const place = document.createElement("div");
  place.id = PLACE_ID;
  // In the flow before the pages: it scrolls away and covers neither their bars nor their docks.
  app.before(place);
  createRoot(place).render(
    <StrictMode>
      <Sandbox />
    </StrictMode>,
  );
}

void start();
