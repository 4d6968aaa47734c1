// What anywidget calls for a Scribe.

export default () => ({
  render({ model, el }) {
    return mountScribe(model, el);
  },
});
