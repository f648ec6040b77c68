// A post made with Vue: it renders again, reorders its parts, and removes and restores the game.
import { createApp, ref } from "vue";

const { site, settings } = document.getElementById("post").dataset;

const app = createApp({
  setup: () => ({ drawn: ref(0), last: ref(false), away: ref(false), settings: JSON.parse(settings) }),
  template: `<article>
    <button @click="drawn++">Draw</button>
    <button @click="last = !last">Order</button>
    <button @click="away = !away">Away</button>
    <template v-for="part in last ? ['words', 'game'] : ['game', 'words']" :key="part">
      <p v-if="part === 'words'">Drawn {{ drawn }} times more.</p>
      <palace-game v-else-if="!away" v-bind="settings" style="display:block;width:100%;aspect-ratio:3/2;min-height:min(560px,150vw,max(420px,92vh));max-height:max(420px,92vh)"></palace-game>
    </template>
  </article>`,
});
app.config.compilerOptions.isCustomElement = (name) => name === "palace-game";
app.mount("#post");

const script = Object.assign(document.createElement("script"), { src: `${site}embed.js`, async: true });
document.head.append(script);
