pub struct BetReport;
pub struct Compared;
pub struct HandsReport;
pub struct Report;
