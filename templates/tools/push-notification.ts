/** The words of a notification. */

import { html } from "../../src/text/html.ts";
import type { PushNotificationCall } from "../../src/tools/push-notification.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const pushNotification = toolView<PushNotificationCall>(
  "pushNotification",
  (call, view) =>
    html`${caption(call.title, call.status)}${view.markdown(call.message)}${rest(
      call,
      { message: call.message, title: call.title, status: call.status },
      view,
    )}${result(call, view)}`,
);
