//! An object as the list of its fields, each of them JSON already. A state is written once for all viewers, and only one
//! field differs between them: it is put in the place of another while the rest is copied. Searching for that field in the
//! text and cutting it out was the alternative; it depends on how every other field is written.

use serde::ser::{Error as _, Impossible, SerializeMap as _, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Error, Result};

/// The fields of an object, in their order.
#[derive(Debug, Default)]
pub(super) struct Fields(Vec<(&'static str, Box<RawValue>)>);

impl Fields {
    /// The fields of a struct, or of a variant that is told by a field. Views are such structs, and their fields always fit
    /// into JSON.
    pub(super) fn of(object: &impl Serialize) -> Fields {
        object.serialize(Collector).unwrap_or_default()
    }

    /// The fields with the text of each.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.get()))
    }

    /// The object with another value in one of its fields.
    pub(super) fn with<'a, T: Serialize>(&'a self, name: &'static str, value: T) -> With<'a, T> {
        With { fields: self, name, value }
    }
}

/// An object with another value in one of its fields.
pub(super) struct With<'a, T> {
    fields: &'a Fields,
    name: &'static str,
    value: T,
}

impl<T: Serialize> Serialize for With<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.fields.0.len()))?;
        for (name, value) in &self.fields.0 {
            if *name == self.name {
                object.serialize_entry(name, &self.value)?;
            } else {
                object.serialize_entry(name, value)?;
            }
        }
        object.end()
    }
}

/// Takes a struct apart.
struct Collector;

impl SerializeStruct for Fields {
    type Ok = Fields;
    type Error = Error;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
        self.0.push((name, to_raw_value(value)?));
        Ok(())
    }

    fn end(self) -> Result<Fields> {
        Ok(self)
    }
}

/// What is no struct has no fields.
macro_rules! refuse {
    ($($name:ident($($kind:ty),*) -> $output:ty;)*) => {$(
        fn $name(self, $(_: $kind),*) -> Result<$output> {
            Err(Error::custom("not a struct"))
        }
    )*};
}

type Unsupported = Impossible<Fields, Error>;

impl Serializer for Collector {
    type Ok = Fields;
    type Error = Error;
    type SerializeSeq = Unsupported;
    type SerializeTuple = Unsupported;
    type SerializeTupleStruct = Unsupported;
    type SerializeTupleVariant = Unsupported;
    type SerializeMap = Unsupported;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Unsupported;

    fn serialize_struct(self, _: &'static str, fields: usize) -> Result<Fields> {
        Ok(Fields(Vec::with_capacity(fields)))
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<Fields> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<Fields> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Fields> {
        Err(Error::custom("not a struct"))
    }

    refuse! {
        serialize_bool(bool) -> Fields;
        serialize_i8(i8) -> Fields;
        serialize_i16(i16) -> Fields;
        serialize_i32(i32) -> Fields;
        serialize_i64(i64) -> Fields;
        serialize_u8(u8) -> Fields;
        serialize_u16(u16) -> Fields;
        serialize_u32(u32) -> Fields;
        serialize_u64(u64) -> Fields;
        serialize_f32(f32) -> Fields;
        serialize_f64(f64) -> Fields;
        serialize_char(char) -> Fields;
        serialize_str(&str) -> Fields;
        serialize_bytes(&[u8]) -> Fields;
        serialize_none() -> Fields;
        serialize_unit() -> Fields;
        serialize_unit_struct(&'static str) -> Fields;
        serialize_unit_variant(&'static str, u32, &'static str) -> Fields;
        serialize_seq(Option<usize>) -> Unsupported;
        serialize_tuple(usize) -> Unsupported;
        serialize_tuple_struct(&'static str, usize) -> Unsupported;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Unsupported;
        serialize_map(Option<usize>) -> Unsupported;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Unsupported;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::to_string;

    #[derive(Serialize)]
    struct Point {
        name: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<u8>,
        list: Vec<u32>,
        end: bool,
    }

    #[derive(Serialize)]
    #[serde(tag = "message", rename_all = "lowercase")]
    enum Message {
        Point(Box<Point>),
        Nothing,
    }

    #[test]
    fn one_field_is_exchanged_and_the_others_stay_as_they_are() {
        // The name of the field stands in a text as well.
        let point =
            Message::Point(Box::new(Point { name: "\"list\":[]", note: None, list: Vec::new(), end: true }));
        let fields = Fields::of(&point);
        assert_eq!(to_string(&fields.with("list", Vec::<u32>::new())).unwrap(), to_string(&point).unwrap());
        assert_eq!(
            to_string(&fields.with("list", [1, 2])).unwrap(),
            r#"{"message":"point","name":"\"list\":[]","list":[1,2],"end":true}"#
        );
        assert_eq!(fields.iter().nth(2), Some(("list", "[]")));
    }

    #[test]
    fn what_is_no_struct_has_no_fields() {
        assert_eq!(Fields::of(&[1, 2]).iter().count(), 0);
        // A variant without data is a struct with its tag alone.
        assert_eq!(
            to_string(&Fields::of(&Message::Nothing).with("", 0)).unwrap(),
            r#"{"message":"nothing"}"#
        );
    }
}
