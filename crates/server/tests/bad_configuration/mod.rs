//! Kinds of bad configuration: the demo floor with one edit each.
// tidy: table

/// An edit of the demo floor, and what is said about it.
pub struct Edit {
    /// What is replaced, at its first occurrence.
    pub from: &'static str,
    /// By what.
    pub to: &'static str,
    /// The line that is named.
    pub line: usize,
    /// The field that is named.
    pub field: &'static str,
    /// Something the message must say.
    pub says: &'static str,
}

const fn edit(
    from: &'static str,
    to: &'static str,
    line: usize,
    field: &'static str,
    says: &'static str,
) -> Edit {
    Edit {
        from,
        to,
        line,
        field,
        says,
    }
}

const SENTOSA: &str = "name = \"Sentosa\"\n";
const OCEANFRONT: &str = "name = \"Oceanfront\"\n";
const LINK_1: &str = "name = \"Mini Royal jackpot\"\n";
const JACKPOT_1: &str = "jackpot = { stake = 500, contribution = 125, seed = 5_000_000, link = 1 }";
const ANTE_1: &str = "limits.ante = { min = 500, max = 50_000 }";
const PAIR_PLUS_1: &str = "limits.pair_plus = { min = 500, max = 50_000 }";
const ADDRESS: &str = "address = \"127.0.0.1:8210\"\n";

/// Every kind.
#[rustfmt::skip]
pub const EDITS: &[Edit] = &[
    // Fields that do not exist, at every level.
    edit("[house]", "zzz = 1\n[house]", 5, "zzz", "unknown field"),
    edit("[house]", "[zzz]\n[house]", 5, "zzz", "unknown field"),
    edit("[[person]]", "[[people]]", 88, "people", "unknown field"),
    edit("[house]\n", "[house]\nzzz = 1\n", 6, "house.zzz", "unknown field"),
    edit("currency", "curency", 7, "house.curency", "unknown field"),
    edit(ADDRESS, "addres = \"127.0.0.1:8210\"\n", 14, "listen.addres", "unknown field"),
    edit("failures_max", "failures", 19, "sessions.failures", "unknown field"),
    edit(LINK_1, "name = \"A\"\nzzz = 1\n", 24, "link[1].zzz", "unknown field"),
    edit(SENTOSA, "name = \"A\"\nzzz = 1\n", 46, "table[1].zzz", "unknown field"),
    edit(ANTE_1, "limits.ante = { min = 500, max = 50_000, step = 5 }", 47, "table[1].limits.ante.step", "unknown field"),
    edit("limits.pair_plus", "limits.pairplus", 48, "table[1].limits.pairplus", "unknown field"),
    edit("link = 1 }", "link = 1, zzz = 2 }", 50, "table[1].jackpot.zzz", "unknown field"),
    edit("role = \"dealer\"", "role = \"dealer\"\nzzz = 1", 95, "person[2].zzz", "unknown field"),
    // Text that is no TOML.
    edit("[house]", "[house", 5, "", "line 5"),
    edit("name = \"Queen High\"", "name = \"Queen High", 6, "", "line 6"),
    edit("guests = true", "guests = yes", 10, "", "line 10"),
    edit("currency = \"SGD\"", "name = \"Again\"", 7, "", "duplicate key"),
    // Values of the wrong kind.
    edit("name = \"Queen High\"", "name = 7", 6, "house.name", "expected a string"),
    edit("guests = true", "guests = \"true\"", 10, "house.guests", "expected a boolean"),
    edit("guest_purse = 200_000", "guest_purse = 20.5", 11, "house.guest_purse", "invalid type"),
    edit("guest_purse = 200_000", "guest_purse = \"200000\"", 11, "house.guest_purse", "invalid type"),
    edit(ADDRESS, "address = \"localhost\"\n", 14, "listen.address", "socket address"),
    edit(ADDRESS, "address = \"127.0.0.1:99999\"\n", 14, "listen.address", "socket address"),
    edit(ADDRESS, "address = 8210\n", 14, "listen.address", "invalid type"),
    edit(ADDRESS, "origins = \"https://floor.example\"\n", 14, "listen.origins", "sequence"),
    edit("player_idle_minutes = 60", "player_idle_minutes = -1", 17, "sessions.player_idle_minutes", "u32"),
    edit("number = 1\nname = \"S", "number = -1\nname = \"S", 44, "table[1].number", "u32"),
    edit("number = 1\nname = \"S", "number = 4294967296\nname = \"S", 44, "table[1].number", "u32"),
    edit("rulebook = \"rws-2020\"", "rulebook = \"rws-2021\"", 46, "table[1].rulebook", "rws-2021"),
    edit(ANTE_1, "limits.ante = 500", 47, "table[1].limits.ante", "expected { min = …, max = … }"),
    edit(ANTE_1, "limits.ante = { min = \"500\", max = 50_000 }", 47, "table[1].limits.ante.min", "invalid type"),
    edit(SENTOSA, "name = \"A\"\nboxes = 256\n", 46, "table[1].boxes", "u8"),
    edit(SENTOSA, "name = \"A\"\ncards = \"hands\"\n", 46, "table[1].cards", "unknown variant"),
    edit(SENTOSA, "name = \"A\"\nspectators = \"all\"\n", 46, "table[1].spectators", "unknown variant"),
    edit(SENTOSA, "name = \"A\"\npace = \"fast\"\n", 46, "table[1].pace", "unknown variant"),
    edit(SENTOSA, "name = \"A\"\nmethod = \"by_hand\"\n", 46, "table[1].method", "unknown variant"),
    edit(SENTOSA, "name = \"A\"\noptions.fold_envy_receive = 1\n", 46, "table[1].options.fold_envy_receive", "expected a string"),
    edit(SENTOSA, "name = \"A\"\nbetting_seconds = -5\n", 46, "table[1].betting_seconds", "u64"),
    edit(SENTOSA, "name = \"A\"\ncompany_max = 300\n", 46, "table[1].company_max", "u8"),
    edit("role = \"dealer\"", "role = \"croupier\"", 94, "person[2].role", "croupier"),
    edit("signed_by = [\"Operator\", \"Shift manager\"]", "signed_by = [\"Operator\"]", 30, "link[1].signed_by", "length 1"),
    edit("signed_by = [\"Operator\", \"Shift manager\"]", "signed_by = \"Operator\"", 30, "link[1].signed_by", "invalid type"),
    edit("base = 5_000_000", "base = 9223372036854775808", 24, "", "line 24"),
    // Parts that are missing.
    edit("name = \"Queen High\"\n", "", 5, "house", "missing field `name`"),
    edit("number = 2\nname = \"M", "name = \"M", 52, "table[2]", "missing field `number`"),
    edit(PAIR_PLUS_1, "", 47, "table[1].limits", "missing field `pair_plus`"),
    edit(ANTE_1, "limits.ante = { max = 50_000 }", 47, "table[1].limits.ante", "missing field `min`"),
    edit("role = \"dealer\"", "", 92, "person[2]", "missing field `role`"),
    edit("verify_above = 10_000_000 ", "# ", 21, "link[1]", "missing field `verify_above`"),
    edit(JACKPOT_1, "jackpot = { stake = 500, contribution = 125, link = 1 }", 50, "table[1].jackpot", "missing field `seed`"),
    // The house.
    edit("\"Queen High\"", "\"\"", 6, "house.name", "1 to 40"),
    edit("\"Queen High\"", "\"Queen\\nHigh\"", 6, "house.name", "control"),
    edit("\"Queen High\"", "\" Queen High\"", 6, "house.name", "1 to 40"),
    edit("\"SGD\"", "\"sgd\"", 7, "house.currency", "three capital letters"),
    edit("\"SGD\"", "\"DOLLAR\"", 7, "house.currency", "three capital letters"),
    edit("\"+08:00\"", "\"08:00\"", 8, "house.time_zone", "+08:00"),
    edit("\"+08:00\"", "\"+15:00\"", 8, "house.time_zone", "+08:00"),
    edit("\"+08:00\"", "\"Asia/Singapore\"", 8, "house.time_zone", "+08:00"),
    edit("\"+08:00\"", "\"é08:00\"", 8, "house.time_zone", "+08:00"),
    edit("\"06:00\"", "\"24:00\"", 9, "house.gaming_day_starts", "06:00"),
    edit("\"06:00\"", "\"6:00\"", 9, "house.gaming_day_starts", "06:00"),
    edit("guest_purse = 200_000", "guest_purse = -1", 11, "house.guest_purse", "0 to"),
    edit("guest_purse = 200_000", "guest_purse = 0", 11, "house.guest_purse", "more than 0"),
    edit("guest_purse = 200_000", "guest_purse = 9223372036854775807", 11, "house.guest_purse", "0 to"),
    // Where it listens.
    edit(ADDRESS, "tls_cert = \"a.pem\"\n", 13, "listen.tls_key", "beside tls_cert"),
    edit(ADDRESS, "tls_key = \"a.pem\"\n", 13, "listen.tls_cert", "beside tls_key"),
    edit(ADDRESS, "base_path = \"floor\"\n", 14, "listen.base_path", "begins with /"),
    edit(ADDRESS, "drain_seconds = 601\n", 14, "listen.drain_seconds", "0 to 600"),
    edit(ADDRESS, "base_path = \"/floor/\"\n", 14, "listen.base_path", "not end"),
    edit(ADDRESS, "base_path = \"/{floor}\"\n", 14, "listen.base_path", "letters"),
    edit(ADDRESS, "base_path = \"/:floor\"\n", 14, "listen.base_path", "letters"),
    edit(ADDRESS, "base_path = \"/a//b\"\n", 14, "listen.base_path", "letters"),
    edit(ADDRESS, "base_path = \"/a; Domain=b\"\n", 14, "listen.base_path", "letters"),
    edit(ADDRESS, "origins = [\"floor.example\"]\n", 14, "listen.origins", "https"),
    edit(ADDRESS, "origins = [\"https://floor.example/\"]\n", 14, "listen.origins", "without a path"),
    edit(ADDRESS, "origins = [\"ftp://floor.example\"]\n", 14, "listen.origins", "http or https"),
    edit(ADDRESS, "origins = [\"*\"]\n", 14, "listen.origins", "http or https"),
    // Sessions.
    edit("player_idle_minutes = 60", "player_idle_minutes = 0", 17, "sessions.player_idle_minutes", "1 to 1440"),
    edit("staff_idle_minutes = 30", "staff_idle_minutes = 1441", 18, "sessions.staff_idle_minutes", "1 to 1440"),
    edit("failures_max = 3", "failures_max = 11", 19, "sessions.failures_max", "1 to 10"),
    edit("[[link]]", "[limits]\nconnections = 0\n[[link]]", 22, "limits.connections", "1 to 1000000"),
    edit("[[link]]", "[limits]\nconnections = \"many\"\n[[link]]", 22, "limits.connections", "u32"),
    edit("[[link]]", "[limits]\nsockets = 5\n[[link]]", 22, "limits.sockets", "unknown field"),
    edit("[[link]]", "[limits]\nsession = 5\n[[link]]", 22, "limits.session", "expected { at_once = …, per_second = … }"),
    edit("[[link]]", "[limits]\nguests = { at_once = 5 }\n[[link]]", 22, "limits.guests", "missing field `per_second`"),
    edit("[[link]]", "[limits]\nsign_ins = { at_once = 5, per_second = 0 }\n[[link]]", 22, "limits.sign_ins.per_second", "1 to 1000000"),
    edit("[[link]]", "[limits]\naddress = { at_once = 1_000_001, per_second = 1 }\n[[link]]", 22, "limits.address.at_once", "1 to 1000000"),
    // Links.
    edit("number = 2\nname = \"R", "number = 1\nname = \"R", 33, "link[2].number", "no other link"),
    edit("number = 1\nname = \"Mini", "number = 0\nname = \"Mini", 22, "link[1].number", "from 1"),
    edit(LINK_1, "name = \"\"\n", 23, "link[1].name", "1 to 40"),
    edit("reset = 5_000_000", "reset = -1", 25, "link[1].reset", "found -1"),
    edit("base = 5_000_000", "base = 1", 24, "link[1].base", "found 1"),
    edit("limit = 100_000_000", "limit = 1", 25, "link[1].reset", "expected 0 to 1"),
    edit("\"4/5\"", "\"6/5\"", 26, "link[1].increment", "at most 1"),
    edit("\"4/5\"", "\"0.8\"", 26, "link[1].increment", "4/5"),
    edit("\"4/5\"", "\"-1/5\"", 26, "link[1].increment", "at most 1"),
    edit("\"4/5\"", "\"0/0\"", 26, "link[1].increment", "at most 1"),
    edit("contribution_max = 10_000", "contribution_max = 0", 28, "link[1].contribution_max", "more than 0"),
    edit("verify_above = 10_000_000", "verify_above = -1", 29, "link[1].verify_above", "more than 0"),
    edit("[\"Operator\", \"Shift", "[\"Nobody\", \"Shift", 30, "link[1].signed_by", "holds a post"),
    edit("[\"Operator\", \"Shift", "[\"Auditor\", \"Shift", 30, "link[1].signed_by", "holds a post"),
    edit("[\"Operator\", \"Shift", "[\"Shift manager\", \"Shift", 30, "link[1].signed_by", "two posts"),
    edit("[\"Operator\", \"Shift manager\"]", "[\"Operator\", \"Cage\"]", 30, "link[1].signed_by", "two posts"),
    // Tables.
    edit("number = 2\nname = \"M", "number = 1\nname = \"M", 53, "table[2].number", "no other table"),
    edit("number = 1\nname = \"S", "number = 0\nname = \"S", 44, "table[1].number", "from 1"),
    edit(SENTOSA, "name = \"\\u0007\"\n", 45, "table[1].name", "control"),
    edit(ANTE_1, "limits.ante = { min = 50_000, max = 500 }", 47, "table[1].limits.ante.min", "at most the max of 500"),
    edit(PAIR_PLUS_1, "limits.pair_plus = { min = 600, max = 500 }", 48, "table[1].limits.pair_plus.min", "at most"),
    edit(ANTE_1, "limits.ante = { min = -500, max = 500 }", 47, "table[1].limits.ante.min", "more than 0"),
    edit(ANTE_1, "limits.ante = { min = 0, max = 500 }", 47, "table[1].limits.ante.min", "more than 0"),
    edit(ANTE_1, "limits.ante = { min = 550, max = 50_000 }", 47, "table[1].limits.ante.min", "chips of 100"),
    edit(PAIR_PLUS_1, "limits.pair_plus = { min = 500, max = 50_050 }", 48, "table[1].limits.pair_plus.max", "chips of 100"),
    edit("smallest_chip = 100", "smallest_chip = 0", 49, "table[1].smallest_chip", "1 or more"),
    edit("smallest_chip = 100", "smallest_chip = -100", 49, "table[1].smallest_chip", "1 or more"),
    edit("stake = 500", "stake = 0", 50, "table[1].jackpot.stake", "more than 0"),
    edit("stake = 500", "stake = 150", 50, "table[1].jackpot.stake", "chips of 100"),
    edit("seed = 5_000_000", "seed = -1", 43, "table[1]", "below nothing"),
    edit("contribution = 125", "contribution = 10_001", 50, "table[1].jackpot.contribution", "contribution_max"),
    edit("link = 1 }", "link = 7 }", 50, "table[1].jackpot.link", "link of this file"),
    edit(", link = 1 }", " }", 50, "table[1].jackpot.link", "the link pays"),
    edit(JACKPOT_1, "", 43, "table[1].jackpot", "has one"),
    edit(OCEANFRONT, "name = \"O\"\njackpot = { stake = 500, contribution = 125, seed = 5, link = 1 }\n", 82, "table[5].jackpot", "has no jackpot"),
    edit(SENTOSA, "name = \"A\"\noptions.zzz = \"yes\"\n", 46, "table[1].options.zzz", "zzz"),
    edit(SENTOSA, "name = \"A\"\noptions.fold_envy_receive = \"perhaps\"\n", 46, "table[1].options.fold_envy_receive", "perhaps"),
    edit(SENTOSA, "name = \"A\"\noptions.qualifier = \"none\"\n", 46, "table[1].options.qualifier", "none"),
    edit(SENTOSA, "name = \"A\"\nboxes = 0\n", 46, "table[1].boxes", "one of"),
    edit(SENTOSA, "name = \"A\"\nboxes = 99\n", 46, "table[1].boxes", "one of"),
    edit(SENTOSA, "name = \"A\"\nbetting_seconds = 0\n", 46, "table[1].betting_seconds", "1 to 3600"),
    edit(SENTOSA, "name = \"A\"\ndecision_seconds = 3601\n", 46, "table[1].decision_seconds", "1 to 3600"),
    edit(SENTOSA, "name = \"A\"\ncompany_max = 7\n", 46, "table[1].company_max", "0 to 6"),
    edit(SENTOSA, "name = \"A\"\nopening_seconds = 0\n", 46, "table[1].opening_seconds", "1 to 3600"),
    edit(SENTOSA, "name = \"A\"\nmethod = \"packet_three_last\"\n", 46, "table[1].method", "no community cards"),
    edit("name = \"Multi-link\"\n", "name = \"M\"\nmethod = \"shoe_last\"\n", 73, "table[4].method", "found a method"),
    edit(PAIR_PLUS_1, "limits.pair_plus = { min = 500, max = 500 }\nlimits.five_card = { min = 500, max = 500 }", 49, "table[1].limits.five_card", "no five-card bet"),
    edit("limits.five_card = { min = 100, max = 400 }", "", 83, "table[5].limits.five_card", "has the bet"),
    edit("limits.ante = { min = 100, max = 400 }", "limits.ante = { min = 500, max = 500 }", 83, "table[5].limits.ante.min", "found 500"),
    edit("limits.five_card = { min = 100, max = 400 }", "limits.five_card = { min = 500, max = 500 }", 85, "table[5].limits.five_card.min", "found 500"),
    // People.
    edit("name = \"Cage\"", "name = \"Dealer\"", 109, "person[6].name", "no other person"),
    edit("name = \"Cage\"", "name = \"DEALER\"", 109, "person[6].name", "no other person"),
    edit("name = \"Cage\"", "name = \"\"", 109, "person[6].name", "1 to 40"),
    edit("role = \"dealer\"", "role = \"player\"", 94, "person[2].role", "players make their own"),
    edit("role = \"dealer\"", "role = \"guest\"", 94, "person[2].role", "players make their own"),
    edit("name = \"Cage\"", "name = \"automatic dealer\"", 109, "person[6].name", "the program's own"),
];

/// Edits after which the floor is as sound as before.
#[rustfmt::skip]
pub const SOUND: &[(&str, &str)] = &[
    ("", ""),
    ("\"+08:00\"", "\"-03:30\""),
    ("guests = true", "guests = false"),
    (ADDRESS, "base_path = \"/floor/v1\"\norigins = [\"https://floor.example\", \"http://[::1]:8210\"]\n"),
    (ADDRESS, "address = \"[::1]:0\"\ntls_cert = \"a.pem\"\ntls_key = \"b.pem\"\n"),
    (ADDRESS, "behind_proxy = true\n"),
    ("failures_max = 3", "staff_totp = true"),
    ("[[link]]", "[limits]\nconnections = 50_000\nsession = { at_once = 10, per_second = 5 }\n[[link]]"),
    ("\"4/5\"", "\"5/5\""),
    ("\"4/5\"", "\"0/5\""),
    (SENTOSA, "name = \"Sentosa\"\noptions.fold_envy_receive = \"yes\"\n"),
    (SENTOSA, "name = \"Sentosa\"\ncards = \"table\"\nspectators = \"signed-in\"\npace = \"brisk\"\n"),
    ("name = \"Multi-link\"\n", "name = \"M\"\nmethod = \"packet_two_first\"\n"),
    ("smallest_chip = 100\n", ""),
    ("name = \"Queen High\"", "name = \"カジノ\""),
    ("name = \"Cage\"", "name = \"Automatic dealers\""),
];
