//! The doors of a house.
