// A host that has what the front-end module specification of anywidget promises and nothing more: `on` and `off`
// take one event, there is no Backbone, no layout, no widget manager, and `send` gives nothing back.
window.HostModel = function (state, answer) {
  const values = structuredClone(state);
  const listeners = [];
  const emit = (name, ...args) => { for (const each of [...listeners]) if (each.name === name) each.act(...args); };
  const host = {
    get: (name) => values[name],
    set: (name, value) => { values[name] = value; emit(`change:${name}`); },
    message: (content) => emit("msg:custom", content, []),
  };
  return Object.freeze({
    get: host.get,
    set: host.set,
    save_changes: () => {},
    send: (content) => { queueMicrotask(() => answer(content, host)); },
    on: (name, act) => { listeners.push({ name, act }); },
    off: (name, act) => {
      const at = listeners.findIndex((each) => each.name === name && each.act === act);
      if (at >= 0) listeners.splice(at, 1);
    },
  });
};
