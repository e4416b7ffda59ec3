// @vitest-environment happy-dom
/** Tests that a stored view has no secret, nothing of other pages, and nothing that only the app can do. */
import { expect, test } from "vitest";
import { viewHtml } from "./capture-view.ts";

const HEIGHT = 844;

/** Returns the stored view of a page with this content, as an element. */
function viewOf(html: string): Element {
  const shown = document.createElement("div");
  shown.innerHTML = html;
  document.body.replaceChildren(shown);
  const box = document.createElement("div");
  box.innerHTML = viewHtml(shown, HEIGHT);
  return box;
}

test("a pickup code and the names that speak it are not in the view", () => {
  const view = viewOf(
    `<article aria-label="取餐码 8362，人民广场店"><span>取餐码</span><b data-secret>83 62</b>
     <span data-secret aria-label="取餐码 8362 的二维码"><svg><path d="M1 1"></path></svg></span></article>`,
  );
  expect(view.innerHTML).not.toMatch(/83|62/);
  expect(view.querySelector("b")?.textContent).toBe("•• ••");
  expect(view.querySelectorAll("svg path")).toHaveLength(0);
  expect(view.textContent).toContain("取餐码");
});

test("a fragment of a link, which may contain a secret, is not in the view", () => {
  const view = viewOf(`<a href="/pages/exchange/ordetail?no=1#token=abc">详情</a>`);
  expect(view.querySelector("a")?.getAttribute("href")).toBe("/pages/exchange/ordetail?no=1");
});

test("what was entered is not in the view", () => {
  const view = viewOf(`<input value="13800000000"><textarea>地址</textarea>`);
  expect(view.innerHTML).not.toMatch(/138|地址/);
});

test("hidden pages of the stack, dialogs and drawings of scripts are left out", () => {
  const view = viewOf(
    `<div style="display: none">别的页</div><div>本页</div><div role="dialog">弹窗</div><canvas></canvas>`,
  );
  expect(view.textContent).toBe("本页");
  expect(view.querySelector("canvas")).toBeNull();
});

test("what the policy of the page forbids in HTML, or is in the page twice, is written otherwise", () => {
  const view = viewOf(
    `<p id="a" style="height: 8px" onclick="x()">文</p><svg><g id="b"></g></svg><img src="blob:x">`,
  );
  const [text] = view.querySelectorAll("p");
  expect(text?.getAttributeNames().toSorted()).toEqual(["data-style"]);
  expect(text?.getAttribute("data-style")).toBe("height: 8px");
  expect(view.querySelector("g")?.id).toBe("b");
  expect(view.querySelector("img")?.hasAttribute("src")).toBe(false);
});

test("files of drawings are asked for after the first paint, drawings of the page itself stay", () => {
  const view = viewOf(
    `<svg><use href="/assets/scenes.svg#empty"></use></svg><svg><use href="#b"></use></svg>`,
  );
  const [file, own] = view.querySelectorAll("use");
  expect(file?.getAttributeNames()).toEqual(["data-drawing"]);
  expect(file?.getAttribute("data-drawing")).toBe("/assets/scenes.svg#empty");
  expect(own?.getAttribute("href")).toBe("#b");
});

test("neighbouring texts stay apart", () => {
  const shown = document.createElement("p");
  shown.append("充值 ", "¥200.00");
  expect(viewHtml(shown, HEIGHT)).toBe("<p>充值 <!---->¥200.00</p>");
});

test("a time that runs does not stand still in the view", () => {
  expect(viewOf(`<span role="timer">14:32</span>`).textContent).toBe("--:--");
});

test("what begins far below the screen is left out", () => {
  const below = document.createElement("i");
  below.getBoundingClientRect = () => ({ top: 2 * HEIGHT }) as DOMRect;
  const shown = document.createElement("div");
  shown.append("上", below);
  expect(viewHtml(shown, HEIGHT)).toBe("<div>上</div>");
});
