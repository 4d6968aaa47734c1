// The front end of every widget in a notebook, which is saved once instead of with each widget.
//
// A widget names two models that hold the script and the stylesheet. They are asked for from the host's widget
// manager. Where the host has none, or does not know those models, Python is asked to send both texts.

import { unpack, unpackedModel } from "./packed";
import type { Model } from "./protocol";

interface Host extends Model {
  widget_manager?: { get_model?: (id: string) => Promise<Part> };
}

/** A model that holds a text; the module made of it is kept with it, for all widgets that share it. */
interface Part {
  get(name: string): unknown;
  silkenwebModule?: Promise<Module>;
}

interface Scene {
  model: Model;
  el: HTMLElement;
  signal?: AbortSignal;
}

interface Widget {
  initialize?(context: Omit<Scene, "el">): unknown;
  render(context: Scene): unknown;
}

interface Module {
  default: () => Widget;
}

interface FrontEnd {
  module: Module;
  style: string;
}

// In milliseconds: how long the shared models are waited for, and the pause between two tries.
const WAIT = 3000;
const PAUSE = 50;
const ANSWER_WITHIN = 20000;

const sleep = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

function load(script: string): Promise<Module> {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return (import(url) as Promise<Module>).finally(() => {
    URL.revokeObjectURL(url);
  });
}

/**
 * The model of a reference, as soon as the host knows it: after a page was reloaded, models arrive in any order. A
 * host may refuse an unknown model at once, or never answer.
 */
async function findPart(model: Host, name: string): Promise<Part | null> {
  const id = String(model.get(name)).replace("IPY_MODEL_", "");
  const manager = model.widget_manager;
  if (!manager?.get_model) return null;
  const ask = async () => manager.get_model?.(id);
  const until = performance.now() + WAIT;
  while (performance.now() < until) {
    const late = sleep(until - performance.now()).then(() => null);
    const part = await Promise.race([ask().catch(() => null), late]);
    if (part) return part;
    await sleep(PAUSE);
  }
  return null;
}

function askPython(model: Model): Promise<FrontEnd> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      finish();
      reject(new Error(String(model.get("_notice"))));
    }, ANSWER_WITHIN);
    const heard = (message: { kind?: string; script?: string; style?: string }) => {
      if (message.kind !== "front") return;
      finish();
      load(String(message.script)).then((module) => {
        resolve({ module, style: String(message.style) });
      }, reject);
    };
    const finish = () => {
      clearTimeout(timer);
      model.off("msg:custom", heard);
    };
    model.on("msg:custom", heard);
    model.send({ kind: "front" });
  });
}

async function frontEnd(model: Host): Promise<FrontEnd> {
  const [script, style] = await Promise.all([findPart(model, "_script"), findPart(model, "_style")]);
  if (!script || !style) return askPython(model);
  script.silkenwebModule ??= load(String(unpack(script.get("text"))));
  return { module: await script.silkenwebModule, style: String(unpack(style.get("text"))) };
}

export default () => {
  let ready: Promise<[Widget, string]> | null = null;

  /** Each model gets a widget of its own, which its views share. */
  function start(model: Host): Promise<[Widget, string]> {
    ready ??= frontEnd(model).then(async ({ module, style }) => {
      const widget = module.default();
      await widget.initialize?.({ model: unpackedModel(model) });
      return [widget, style];
    });
    return ready;
  }

  return {
    // A host waits for what is returned before it shows anything, so a failure is left to `render` to show.
    initialize({ model }: { model: Host }) {
      start(model).catch(() => null);
    },
    async render({ model, el, signal }: { model: Host; el: HTMLElement; signal?: AbortSignal }) {
      let widget, text;
      try {
        [widget, text] = await start(model);
      } catch (error) {
        ready = null;
        el.append(String(error instanceof Error ? error.message : error));
        return undefined;
      }
      if (signal?.aborted) return undefined;
      const style = document.createElement("style");
      style.textContent = text;
      el.append(style);
      const setHeight = () => {
        const height = model.get("height");
        el.style.setProperty("--height", typeof height === "number" ? `${height}px` : "");
      };
      model.on("change:height", setHeight);
      setHeight();
      const close = (await widget.render({ model: unpackedModel(model), el, signal })) as
        (() => void) | undefined;
      return () => {
        close?.();
        model.off("change:height", setHeight);
        style.remove();
      };
    },
  };
};
