// The page's own words, in the language of the person or of the switch.

const WORDS = {
  en: {
    chats: "Chats", members: (n) => (n === 1 ? "1 member" : `${n} members`), bot: "bot", message: "Message", start: "START",
    whatCan: "What can this bot do?", onlyYou: "Only you can see this", edited: "edited", menu: "Menu",
    ok: "OK", copied: "Copied", noAnswer: "The bot did not answer", unblock: "UNBLOCK", restart: "RESTART",
    noMessages: "No messages yet", connecting: "Connecting…", typing: "typing…", uploading: "sending a photo…",
    whoAmI: "Who are you?", language: "Language", theme: "Appearance", block: "Block the bot", leave: "Leave this group",
    join: "JOIN", notMember: "You are not in this group", muted: "You may not write here", migrated: "Now a supergroup",
    auto: "Auto", light: "Light", dark: "Dark", general: "General", you: "You", photo: "Photo", admin: "admin",
    created: (a) => `${a} created the group`, joined: (a) => `${a} joined the group`,
    added: (a, b) => `${a} added ${b}`, left: (a) => `${a} left the group`, removed: (a, b) => `${a} removed ${b}`,
    pinned: (a, t) => `${a} pinned “${t}”`, pinnedPhoto: (a) => `${a} pinned a photo`,
    topicCreated: (a, t) => `${a} created the topic “${t}”`, topicEdited: (a, t) => `${a} renamed the topic to “${t}”`,
    topicClosed: "Topic closed", topicReopened: "Topic reopened", upgraded: "The group became a supergroup",
    today: "Today", newMessages: "New messages", miniApp: "Mini apps do not open here", failed: "That did not work",
  },
  zh: {
    chats: "聊天", members: (n) => `${n} 位成员`, bot: "机器人", message: "输入消息", start: "开始",
    whatCan: "这个机器人能做什么？", onlyYou: "仅你可见", edited: "已编辑", menu: "菜单",
    ok: "好", copied: "已复制", noAnswer: "机器人没有回应", unblock: "取消屏蔽", restart: "重新开始",
    noMessages: "还没有消息", connecting: "连接中…", typing: "正在输入…", uploading: "正在发送图片…",
    whoAmI: "你是谁？", language: "语言", theme: "外观", block: "屏蔽机器人", leave: "退出群组",
    join: "加入群组", notMember: "你不在这个群里", muted: "你不能在这里发言", migrated: "已升级为超级群组",
    auto: "自动", light: "浅色", dark: "深色", general: "综合", you: "你", photo: "图片", admin: "管理员",
    created: (a) => `${a} 创建了群组`, joined: (a) => `${a} 加入了群组`,
    added: (a, b) => `${a} 邀请了 ${b}`, left: (a) => `${a} 退出了群组`, removed: (a, b) => `${a} 移除了 ${b}`,
    pinned: (a, t) => `${a} 置顶了「${t}」`, pinnedPhoto: (a) => `${a} 置顶了一张图片`,
    topicCreated: (a, t) => `${a} 创建了话题「${t}」`, topicEdited: (a, t) => `${a} 将话题改名为「${t}」`,
    topicClosed: "话题已关闭", topicReopened: "话题已重新开放", upgraded: "群组已升级为超级群组",
    today: "今天", newMessages: "新消息", miniApp: "这里不能打开小程序", failed: "操作没有成功",
  },
};

export const settings = {
  language: localStorage.getItem("emulator-language") || "auto",
  theme: localStorage.getItem("emulator-theme") || "auto",
};

export function setSetting(name, value) {
  settings[name] = value;
  localStorage.setItem(`emulator-${name}`, value);
}

export function languageOf(user) {
  if (settings.language !== "auto") return settings.language;
  return (user?.language_code || navigator.language || "en").startsWith("zh") ? "zh" : "en";
}

export function words(user) {
  return WORDS[languageOf(user)];
}

export function applyTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = settings.theme === "auto" ? (dark ? "dark" : "light") : settings.theme;
}

function nameOf(user) {
  return user.last_name ? `${user.first_name} ${user.last_name}` : user.first_name;
}

// A service line in words, or "" for one that is not shown.
export function serviceLine(message, w) {
  const s = message.service;
  const actor = message.from;
  if (s.group_chat_created || s.supergroup_chat_created) return w.created(actor.name);
  if (s.new_chat_members) {
    const user = s.new_chat_members[0];
    return user.id === actor.id ? w.joined(actor.name) : w.added(actor.name, s.new_chat_members.map(nameOf).join(", "));
  }
  if (s.left_chat_member) {
    const user = s.left_chat_member;
    return user.id === actor.id ? w.left(actor.name) : w.removed(actor.name, nameOf(user));
  }
  if (s.pinned_message) {
    const text = s.pinned_message.text || s.pinned_message.caption || "";
    return text ? w.pinned(actor.name, text.length > 28 ? `${text.slice(0, 28)}…` : text) : w.pinnedPhoto(actor.name);
  }
  if (s.forum_topic_created) return w.topicCreated(actor.name, s.forum_topic_created.name);
  if (s.forum_topic_edited) return w.topicEdited(actor.name, s.forum_topic_edited.name);
  if (s.forum_topic_closed) return w.topicClosed;
  if (s.forum_topic_reopened) return w.topicReopened;
  if (s.migrate_to_chat_id || s.migrate_from_chat_id) return w.upgraded;
  return "";
}
