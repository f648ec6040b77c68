// @ts-check
// The camera of a device, which reads QR codes: with the browser's own reader, or else with a library.

const READ_MS = 125;

/**
 * Read codes with the camera until `stop` is called. `onEvent` gets "camera" with its state, and "seen" with a text.
 * @param {HTMLVideoElement} video
 * @param {(event: "camera" | "seen", text: string) => void} onEvent
 */
export function readCodes(video, onEvent) {
  /** @type {MediaStream | undefined} */
  let stream;
  let isStopped = false;
  let last = "";

  async function start() {
    if (!navigator.mediaDevices?.getUserMedia) return onEvent("camera", "absent");
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch (error) {
      const isDenied = error instanceof DOMException && /NotAllowed|Security/.test(error.name);
      return onEvent("camera", isDenied ? "denied" : "absent");
    }
    if (isStopped) return stop();
    for (const track of stream.getTracks()) track.onended = () => isStopped || onEvent("camera", "off");
    await show();
    onEvent("camera", "on");
    const read = await makeReader();
    while (!isStopped) {
      if (!video.isConnected) await show();
      const text = video.isConnected && video.videoWidth ? await read(video) : "";
      if (text && text !== last && !isStopped) onEvent("seen", (last = text));
      await new Promise((resolve) => setTimeout(resolve, READ_MS));
    }
  }

  /** Show the picture. A page that was drawn again has another element with the same id. */
  async function show() {
    const other = document.getElementById(video.id);
    if (other instanceof HTMLVideoElement) video = other;
    video.muted = true;
    video.srcObject = stream ?? null;
    await video.play().catch(() => {});
  }

  function stop() {
    isStopped = true;
    for (const track of stream?.getTracks() ?? []) track.stop();
    if (video.srcObject === stream) video.srcObject = null;
  }

  start();
  return { stop };
}

/** @returns {Promise<(video: HTMLVideoElement) => Promise<string>>} */
async function makeReader() {
  const Detector = window.BarcodeDetector;
  if (Detector && (await Detector.getSupportedFormats().catch(() => [""])).includes("qr_code")) {
    const detector = new Detector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? "";
  }
  const decode = await import("../vendor/qr-reader.js").then((found) => found.default).catch(() => null);
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    if (!decode || !context) return "";
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    context.drawImage(video, 0, 0);
    try {
      return decode(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      return ""; // no code in this picture
    }
  };
}
