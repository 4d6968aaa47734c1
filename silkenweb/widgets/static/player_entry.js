// What anywidget calls. A function, so that each model gets a hub of its own that its views share.

export default () => {
  let hub = null;
  return {
    initialize({ model }) { hub = createHub(model); },
    render({ model, el }) {
      hub ??= createHub(model);
      return mountPlayer(hub, el);
    },
  };
};
